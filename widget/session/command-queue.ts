import type { SessionCommand } from "./commands.ts";

/** Answers whether the command is done; one that is not possible yet waits. */
export type CarryOut = (command: SessionCommand) => boolean;

/**
 * The one queue of commands. Page and panel push; the session carries out. A command that is possible now is carried out
 * before `push` returns, so that it runs inside the visitor's click, where browsers open microphone and speaker. One that
 * is not waits.
 */
export class CommandQueue {
  #waiting: SessionCommand[];
  #carryOut: CarryOut | null = null;
  #running = false;
  #again = false;

  /** @param pending commands from before this code was loaded; the queue goes on with this very list. */
  constructor(pending: SessionCommand[] = []) {
    this.#waiting = pending;
  }

  get isEmpty(): boolean {
    return !this.#waiting.length;
  }

  push(...commands: SessionCommand[]): void {
    this.#waiting.push(...commands);
    this.run();
  }

  /** Before all that waits. */
  pushFirst(command: SessionCommand): void {
    this.#waiting.unshift(command);
    this.run();
  }

  /** From now on commands are carried out by this. */
  consume(carryOut: CarryOut): void {
    this.#carryOut = carryOut;
    this.run();
  }

  /** Gives up what waits. */
  drop(unwanted: (command: SessionCommand, index: number, all: SessionCommand[]) => boolean = () => true): void {
    this.#waiting = this.#waiting.filter((...one) => !unwanted(...one));
  }

  /** Tries what waits, in its order, as long as something gets done: one command may make another one possible. */
  run(): void {
    this.#again = true;
    if (this.#running || !this.#carryOut) return;
    this.#running = true;
    try {
      while (this.#again) {
        this.#again = false;
        for (const command of [...this.#waiting]) {
          // Dropped by what was done before it.
          if (!this.#waiting.includes(command) || !this.#carryOut(command)) continue;
          this.#waiting = this.#waiting.filter((other) => other !== command);
          this.#again = true;
        }
      }
    } finally {
      this.#running = false;
    }
  }
}
