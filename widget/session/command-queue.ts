import { excessOf, type Refuse } from "./bounds.ts";
import type { SessionCommand } from "./commands.ts";

/** Returns whether the command is done; one that is not possible yet waits. */
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
  /** The command that is being carried out. */
  #current: SessionCommand | null = null;
  #again = false;

  /** Asked before each command, of a conversation that a person has taken over; null where the agent's session is to do it. */
  interceptCommand: ((command: SessionCommand) => boolean | null) | null = null;

  /** Tells the page that something of it was refused. */
  readonly refuse: Refuse;

  /** @param pending commands from before this code was loaded; the queue goes on with this very list. */
  constructor(pending: SessionCommand[] = [], refuse: Refuse = () => {}) {
    this.#waiting = pending;
    this.refuse = refuse;
  }

  get isEmpty(): boolean {
    return !this.#waiting.length;
  }

  push(...commands: SessionCommand[]): void {
    this.#waiting.push(...commands);
    this.run();
  }

  /** Puts a command before all that wait. */
  pushFirst(command: SessionCommand): void {
    this.#waiting.unshift(command);
    this.run();
  }

  /** Sets the function that carries out commands from now on. */
  consume(carryOut: CarryOut): void {
    this.#carryOut = carryOut;
    this.run();
  }

  /** Drops waiting commands. */
  drop(unwanted: (command: SessionCommand) => boolean = () => true): void {
    this.#waiting = this.#waiting.filter((command) => !unwanted(command));
  }

  /** Drops what came before the command that is being carried out; everything where none is. */
  dropEarlier(): void {
    const current = this.#current;
    this.#waiting = current ? this.#waiting.slice(Math.max(0, this.#waiting.indexOf(current))) : [];
  }

  /**
   * Tries the waiting commands in order, as long as any gets done: one command may make another possible. One that throws
   * is dropped, so that it stops no other; the page's error handler gets the error.
   */
  run(): void {
    this.#again = true;
    if (this.#running || !this.#carryOut) return;
    this.#running = true;
    while (this.#again) {
      this.#again = false;
      for (const command of [...this.#waiting]) {
        // A command before it may have dropped it.
        if (!this.#waiting.includes(command) || !this.#isDone(command, this.#carryOut)) continue;
        this.#waiting = this.#waiting.filter((other) => other !== command);
        this.#again = true;
      }
    }
    this.#running = false;
  }

  #isDone(command: SessionCommand, carryOut: CarryOut): boolean {
    this.#current = command;
    try {
      const excess = excessOf(command);
      if (!excess) return this.interceptCommand?.(command) ?? carryOut(command);
      this.refuse(excess);
      return true;
    } catch (error) {
      globalThis.reportError?.(error);
      return true;
    } finally {
      this.#current = null;
    }
  }
}
