// The line to a table, with a server at the other end that does what the test says.

import { beforeEach, describe, expect, test } from "vitest";
import type { FromClient, News } from "../src/protocol";
import { TableSocket, type Line, type World } from "../src/table/socket";

/** A websocket with the test at its other end. */
class Wire {
  readyState = 0;
  sent: FromClient[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as FromClient);
  }
  close(): void {
    this.readyState = 3;
  }
  opens(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  says(...news: News[]): void {
    this.onmessage?.({ data: JSON.stringify(news) });
  }
  breaks(): void {
    this.readyState = 3;
    this.onclose?.();
  }
}

const WELCOME: News = { type: "update", version: 1 };
const LEAVE = { type: "leave" } as const;

let wires: Wire[];
let waits: { ms: number; then: () => void; off: boolean }[];
let lines: [Line, string][];
let socket: TableSocket;
let clock: number;

const last = (): Wire => wires.at(-1)!;
/** Lets the next try happen, which is the shortest of what is waited for. */
const wait = (): void => {
  const next = waits.filter((one) => !one.off).sort((a, b) => a.ms - b.ms)[0]!;
  next.off = true;
  next.then();
};

beforeEach(() => {
  wires = [];
  waits = [];
  lines = [];
  clock = 0;
  const world: World = {
    open: () => {
      wires.push(new Wire());
      return last() as unknown as WebSocket;
    },
    later: (ms, then) => {
      const one = { ms, then, off: false };
      waits.push(one);
      return () => (one.off = true);
    },
    now: () => clock,
    random: () => 0.5,
  };
  const listener = { news: () => {}, line: (line: Line, why: string) => lines.push([line, why]) };
  socket = new TableSocket("ws://table", listener, () => ({ since: 7, words: true }), world);
  socket.connect();
});

test("it says hello first, and what it has already", () => {
  last().opens();
  expect(last().sent).toEqual([{ type: "hello", protocol: 1, since: 7, words: true }]);
});

test("after a sleep it takes a new line at once, and keeps one that it has just heard from", () => {
  last().opens();
  last().says(WELCOME);
  clock = 14_000;
  socket.wake();
  expect(wires.length).toBe(1);
  clock = 60_000;
  socket.wake();
  expect(wires.length).toBe(2);
  expect(wires[0]!.readyState).toBe(3);
});

test("it answers a ping with the same number", () => {
  last().opens();
  last().says({ type: "ping", ping: 3 });
  expect(last().sent.at(-1)).toEqual({ type: "pong", ping: 3 });
});

describe("commands", () => {
  test("wait until the table has answered hello", () => {
    last().opens();
    void socket.send(LEAVE);
    expect(last().sent).toHaveLength(1);
    last().says(WELCOME);
    expect(last().sent[1]).toMatchObject(LEAVE);
  });

  test("are done when the server says so", async () => {
    last().opens();
    last().says(WELCOME);
    const done = socket.send(LEAVE);
    const { id } = last().sent.at(-1) as { id: string };
    last().says({ type: "done", id, version: 2 });
    expect(await done).toEqual({ type: "done", id, version: 2 });
  });

  test("that are refused say why", async () => {
    last().opens();
    last().says(WELCOME);
    const done = socket.send(LEAVE);
    const { id } = last().sent.at(-1) as { id: string };
    last().says({ type: "refused", id, why: "not now" });
    await expect(done).rejects.toThrow("not now");
  });

  test("that were not answered are sent again with the same id, and those that were are not", () => {
    last().opens();
    last().says(WELCOME);
    void socket.send(LEAVE);
    void socket.send({ type: "sit-out" });
    const [, first, second] = last().sent as { id: string }[];
    last().says({ type: "done", id: first!.id, version: 2 });
    last().breaks();
    wait();
    last().opens();
    last().says(WELCOME);
    expect(last().sent.slice(1)).toEqual([{ type: "sit-out", id: second!.id }]);
  });

  test("that are chat are given up when the line breaks: said twice would be worse", async () => {
    last().opens();
    last().says(WELCOME);
    const said = socket.send({ type: "chat", text: "hello" });
    last().breaks();
    await expect(said).rejects.toThrow("may not have arrived");
  });
});

describe("a broken line", () => {
  test("is tried again, each time later, and from the start when it has worked", () => {
    const tries = [1, 2, 3].map(() => {
      last().breaks();
      const next = waits.filter((one) => !one.off).at(-1)!.ms;
      wait();
      return next;
    });
    expect(tries).toEqual([400, 800, 1600]);
    last().opens();
    last().says(WELCOME);
    last().breaks();
    expect(waits.at(-1)!.ms).toBe(400);
  });

  test("is tried at once when the browser says that it is online again", () => {
    last().breaks();
    socket.connect();
    expect(wires).toHaveLength(2);
    expect(waits.filter((one) => !one.off && one.ms === 400)).toEqual([]);
  });

  test("that says nothing for long is given up", () => {
    last().opens();
    last().says(WELCOME);
    waits.filter((one) => !one.off).forEach((one) => one.then());
    expect(lines.at(-1)![0]).toBe("lost");
  });
});

describe("goodbye", () => {
  test("for good ends it, with the reason as a sentence", async () => {
    last().opens();
    const waiting = socket.send(LEAVE);
    last().says({ type: "bye", why: "there is no such table", again: false });
    expect(lines.at(-1)).toEqual(["ended", "There is no such table."]);
    await expect(waiting).rejects.toThrow("no such table");
    socket.connect();
    expect(wires).toHaveLength(1);
  });

  test("for a while brings it back", () => {
    last().opens();
    last().says({ type: "bye", why: "the server is stopping", again: true });
    expect(lines.at(-1)).toEqual(["lost", "The server is stopping."]);
    wait();
    expect(wires).toHaveLength(2);
  });
});
