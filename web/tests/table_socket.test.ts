// The connection to a table, with a server at the other end that does what the test says.

import { beforeEach, describe, expect, test } from "vitest";
import type { ServerMessage } from "../src/protocol";
import { TableSocket, type ConnectionState } from "../src/table/model/socket";
import { FakeNet } from "./fake_socket";

const WELCOME: ServerMessage = { type: "update", version: 1 };
const LEAVE = { type: "leave" } as const;

let net: FakeNet;
let states: [ConnectionState, string][];
let socket: TableSocket;

beforeEach(() => {
  net = new FakeNet();
  states = [];
  const listener = { messages: () => {}, connection: (state: ConnectionState, why: string) => states.push([state, why]) };
  socket = new TableSocket("ws://table", listener, () => ({ since: 7, words: true }), net.environment);
  socket.connect();
});

test("it says hello first, and what it has already", () => {
  net.last.opens();
  expect(net.last.sent).toEqual([{ type: "hello", protocol: 1, since: 7, words: true }]);
});

test("after a sleep it takes a new line at once, and keeps one that it has just heard from", () => {
  net.last.opens();
  net.last.says(WELCOME);
  net.clock = 14_000;
  socket.wake();
  expect(net.wires.length).toBe(1);
  net.clock = 60_000;
  socket.wake();
  expect(net.wires.length).toBe(2);
  expect(net.wires[0]!.readyState).toBe(3);
});

test("it answers a ping with the same number", () => {
  net.last.opens();
  net.last.says({ type: "ping", ping: 3 });
  expect(net.last.sent.at(-1)).toEqual({ type: "pong", ping: 3 });
});

describe("commands", () => {
  test("wait until the table has answered hello", () => {
    net.last.opens();
    void socket.send(LEAVE);
    expect(net.last.sent).toHaveLength(1);
    net.last.says(WELCOME);
    expect(net.last.sent[1]).toMatchObject(LEAVE);
  });

  test("are done when the server says so", async () => {
    net.last.opens();
    net.last.says(WELCOME);
    const done = socket.send(LEAVE);
    const { id } = net.last.sent.at(-1) as { id: string };
    net.last.says({ type: "done", id, version: 2 });
    expect(await done).toEqual({ type: "done", id, version: 2 });
  });

  test("that are refused say why", async () => {
    net.last.opens();
    net.last.says(WELCOME);
    const done = socket.send(LEAVE);
    const { id } = net.last.sent.at(-1) as { id: string };
    net.last.says({ type: "refused", id, why: "not now" });
    await expect(done).rejects.toThrow("not now");
  });

  test("that were not answered are sent again with the same id, and those that were are not", () => {
    net.last.opens();
    net.last.says(WELCOME);
    void socket.send(LEAVE);
    void socket.send({ type: "sit-out" });
    const [, first, second] = net.last.sent as { id: string }[];
    net.last.says({ type: "done", id: first!.id, version: 2 });
    net.last.breaks();
    net.retry();
    net.last.opens();
    net.last.says(WELCOME);
    expect(net.last.sent.slice(1)).toEqual([{ type: "sit-out", id: second!.id }]);
  });

  test("that are chat are given up when the line breaks: said twice would be worse", async () => {
    net.last.opens();
    net.last.says(WELCOME);
    const said = socket.send({ type: "chat", text: "hello" });
    net.last.breaks();
    await expect(said).rejects.toThrow("may not have arrived");
  });
});

describe("a broken line", () => {
  test("is tried again, each time later, and from the start when it has worked", () => {
    const tries = [1, 2, 3].map(() => {
      net.last.breaks();
      const next = net.waits.filter((one) => !one.off).at(-1)!.ms;
      net.retry();
      return next;
    });
    expect(tries).toEqual([400, 800, 1600]);
    net.last.opens();
    net.last.says(WELCOME);
    net.last.breaks();
    expect(net.waits.at(-1)!.ms).toBe(400);
  });

  test("is tried at once when the browser says that it is online again", () => {
    net.last.breaks();
    socket.connect();
    expect(net.wires).toHaveLength(2);
    expect(net.waits.filter((one) => !one.off && one.ms === 400)).toEqual([]);
  });

  test("that says nothing for long is given up", () => {
    net.last.opens();
    net.last.says(WELCOME);
    net.waits.filter((one) => !one.off).forEach((one) => one.then());
    expect(states.at(-1)![0]).toBe("lost");
  });
});

describe("goodbye", () => {
  test("for good ends it, with the reason as a sentence", async () => {
    net.last.opens();
    const waiting = socket.send(LEAVE);
    net.last.says({ type: "bye", why: "there is no such table", again: false });
    expect(states.at(-1)).toEqual(["ended", "There is no such table."]);
    await expect(waiting).rejects.toThrow("no such table");
    socket.connect();
    expect(net.wires).toHaveLength(1);
  });

  test("for a while brings it back", () => {
    net.last.opens();
    net.last.says({ type: "bye", why: "the server is stopping", again: true });
    expect(states.at(-1)).toEqual(["lost", "The server is stopping."]);
    net.retry();
    expect(net.wires).toHaveLength(2);
  });
});
