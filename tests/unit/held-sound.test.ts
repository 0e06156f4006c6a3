import { describe, expect, it } from "vitest";
import type { Interruptions } from "../../shared/speech-defaults.ts";
import type { Verdict } from "../../widget/audio/guard/guard-messages.ts";
import { HeldSound } from "../../widget/audio/guard/held-sound.ts";

/** Frames of 20 ms, four letters each; silence is AAAA. */
function sending(mode: Interruptions) {
  const sent: string[] = [];
  const held = new HeldSound(mode, (pcm) => sent.push(pcm));
  let count = 0;
  return {
    sent,
    push: (verdict: Verdict, frames = 1) => {
      for (let n = 0; n < frames; n++) held.push(String(++count).padStart(4, "0"), verdict);
    },
    /** What was sent that is no silence. */
    get heard() {
      return sent.filter((pcm) => pcm !== "AAAA").map(Number);
    },
  };
}

describe("HeldSound", () => {
  it("sends silence of the same length in place of what is held back", () => {
    const { sent, push } = sending("normal");
    push("pass");
    push("hold", 2);
    expect(sent).toEqual(["0001", "AAAA", "AAAA"]);
    const held = new HeldSound("normal", (pcm) => sent.push(pcm));
    held.push("abcdef==", "hold");
    expect(sent.at(-1)).toBe("AAAAAA==");
  });

  it("sends speech with what came before it, in order, and no frame twice", () => {
    const call = sending("normal");
    call.push("hold", 30);
    call.push("keep", 3);
    call.push("speech", 2);
    expect(call.heard).toEqual([...Array(21).keys()].map((n) => n + 15));
  });

  it("drops what turned out to be an echo, and sends it where there is none", () => {
    const echo = sending("normal");
    echo.push("wait", 5);
    echo.push("hold");
    echo.push("pass");
    expect(echo.heard).toEqual([7]);
    const patient = sending("patient");
    patient.push("wait", 5);
    patient.push("hold", 10);
    patient.push("pass");
    expect(patient.heard).toEqual([16]);
    const headphones = sending("normal");
    headphones.push("wait", 5);
    headphones.push("pass");
    expect(headphones.heard).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("keeps a short word for a patient agent that ends soon after it, and not for one that talks on", () => {
    const soon = sending("patient");
    soon.push("keep", 3);
    soon.push("hold", 60);
    soon.push("pass");
    expect(soon.heard).toEqual([1, 2, 3, 64]);
    const late = sending("patient");
    late.push("keep", 3);
    late.push("hold", 61);
    late.push("pass");
    expect(late.heard).toEqual([65]);
  });

  it("sends afterwards all that was said while nothing interrupts, at most 30 s of it", () => {
    const call = sending("off");
    for (let time = 0; time < 3; time++) {
      call.push("keep", 2);
      call.push("hold", 100);
    }
    expect(call.heard).toEqual([]);
    call.push("pass");
    expect(call.heard.slice(0, 2)).toEqual([1, 2]);
    expect(call.heard).toHaveLength(2 + 2 * (16 + 2) + 1);
    const long = sending("off");
    long.push("keep", 5_000);
    long.push("pass");
    expect(long.heard).toHaveLength(1_501);
  });

  it("counts time, though long silence comes in larger frames", () => {
    const sent: string[] = [];
    const held = new HeldSound("normal", (pcm) => sent.push(pcm));
    const long = (letter: string) => letter.repeat(40);
    held.push("0001", "pass");
    for (const letter of ["b", "c", "d"]) held.push(long(letter), "hold");
    sent.length = 0;
    held.push("0002", "speech");
    expect(sent).toEqual([long("d"), "0002"]);
  });
});
