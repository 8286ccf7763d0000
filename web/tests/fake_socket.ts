// Websockets with the test at their other end, and timers that go off when the test says so.

import type { SocketEnvironment } from "../src/shell/reconnecting_socket";

export class Wire {
  readyState = 0;
  sent: unknown[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
  }
  opens(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  says(...messages: unknown[]): void {
    this.onmessage?.({ data: JSON.stringify(messages) });
  }
  breaks(): void {
    this.readyState = 3;
    this.onclose?.();
  }
}

interface Timer {
  ms: number;
  then: () => void;
  off: boolean;
}

export class FakeNet {
  wires: Wire[] = [];
  waits: Timer[] = [];
  clock = 0;
  hidden = false;
  wakers: (() => void)[] = [];

  readonly environment: SocketEnvironment = {
    open: () => {
      this.wires.push(new Wire());
      return this.last as unknown as WebSocket;
    },
    later: (ms, then) => {
      const timer = { ms, then, off: false };
      this.waits.push(timer);
      return () => (timer.off = true);
    },
    onWake: (then) => {
      this.wakers.push(then);
      return () => (this.wakers = this.wakers.filter((one) => one !== then));
    },
    hidden: () => this.hidden,
    now: () => this.clock,
    random: () => 0.5,
  };

  get last(): Wire {
    return this.wires.at(-1)!;
  }

  get waiting(): Timer[] {
    return this.waits.filter((one) => !one.off);
  }

  /** Lets the next try happen, which is the shortest of what is waited for. */
  retry(): void {
    const next = this.waiting.sort((a, b) => a.ms - b.ms)[0]!;
    next.off = true;
    next.then();
  }
}
