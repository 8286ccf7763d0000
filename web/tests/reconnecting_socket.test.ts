// The socket that lobby and tables share, with a server at the other end that does what the test says.

import { beforeEach, describe, expect, test } from "vitest";
import { ReconnectingSocket, type SocketOptions } from "../src/shell/reconnecting_socket";
import { FakeNet } from "./fake_socket";

const LOBBY: SocketOptions = { heartbeat: false, whileHidden: false };
const TABLE: SocketOptions = { heartbeat: true, whileHidden: true };

let net: FakeNet;
let heard: unknown[];
let reasons: string[];

function connected(options: SocketOptions): ReconnectingSocket<unknown> {
  const listener = { messages: (messages: unknown[]) => heard.push(...messages), lost: (reason: string) => reasons.push(reason) };
  const socket = new ReconnectingSocket("ws://server", listener, options, net.environment);
  socket.connect();
  return socket;
}

beforeEach(() => {
  net = new FakeNet();
  heard = [];
  reasons = [];
});

describe.each([["the lobby", LOBBY], ["a table", TABLE]])("%s", (_, options) => {
  test("hears what the server says", () => {
    connected(options);
    net.last.opens();
    net.last.says({ type: "tables" }, { type: "changes" });
    expect(heard).toEqual([{ type: "tables" }, { type: "changes" }]);
  });

  test("comes back by itself, each time later, and soon once it has worked", () => {
    const socket = connected(options);
    const tries = [1, 2, 3].map(() => {
      net.last.breaks();
      const next = net.waiting.at(-1)!.ms;
      net.retry();
      return next;
    });
    expect(tries).toEqual([400, 800, 1600]);
    expect(reasons).toEqual(Array(3).fill("The connection is lost."));
    socket.settle();
    net.last.breaks();
    expect(net.waiting.at(-1)!.ms).toBe(400);
  });

  test("waits no longer than a quarter of a minute", () => {
    connected(options);
    for (let i = 0; i < 12; i++) {
      net.last.breaks();
      net.retry();
    }
    net.last.breaks();
    expect(net.waiting.at(-1)!.ms).toBe(15_000);
  });

  test("is back at once when there is a network again", () => {
    connected(options);
    net.last.breaks();
    net.wakers.forEach((wake) => wake());
    expect(net.wires).toHaveLength(2);
    expect(net.waiting.filter((one) => one.ms === 400)).toEqual([]);
  });

  test("is over when it is left: nothing is tried, heard or waited for any more", () => {
    const socket = connected(options);
    net.last.opens();
    socket.end();
    socket.connect();
    expect([net.wires.length, net.wakers.length, net.waiting.length, net.last.onmessage]).toEqual([1, 0, 0, null]);
    expect(reasons).toEqual([]);
  });

  test("writes nothing before the wire is open", () => {
    const socket = connected(options);
    socket.write({ type: "hello" });
    net.last.opens();
    socket.write({ type: "hello again" });
    expect(net.last.sent).toEqual([{ type: "hello again" }]);
  });
});

test("a wire that should have been heard of is dropped after a sleep; where nobody pings, it is kept", () => {
  for (const [options, wires] of [[TABLE, 2], [LOBBY, 1]] as const) {
    net = new FakeNet();
    connected(options);
    net.last.opens();
    net.clock = 60_000;
    net.wakers.forEach((wake) => wake());
    expect(net.wires).toHaveLength(wires);
  }
});

test("silence means that a wire is dead only where the server pings", () => {
  connected(LOBBY);
  expect(net.waiting).toEqual([]);
  connected(TABLE);
  net.waiting.forEach((one) => one.then());
  expect(reasons).toEqual(["The connection starts again."]);
});

test("the lobby is not asked for while nobody looks", () => {
  net.hidden = true;
  connected(LOBBY);
  expect(net.wires).toEqual([]);
  net.hidden = false;
  net.wakers.forEach((wake) => wake());
  expect(net.wires).toHaveLength(1);
  net.hidden = true;
  connected(TABLE);
  expect(net.wires).toHaveLength(2);
});
