// Runs in the doctor's page before the widget: a microphone that speaks when it is told to, and a record of what happened.
/* global document, navigator, AudioContext, performance */

const doctor = { statuses: [], messages: new Map(), tools: [], errors: [], mouth: null, context: null };
globalThis.doctor = doctor;

navigator.mediaDevices.getUserMedia = async () => {
  doctor.context = new AudioContext();
  doctor.mouth = doctor.context.createMediaStreamDestination();
  return doctor.mouth.stream;
};

/** @param {string} base64 of a WAV file */
doctor.say = async (base64) => {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const source = doctor.context.createBufferSource();
  source.buffer = await doctor.context.decodeAudioData(bytes.buffer);
  source.connect(doctor.mouth);
  source.start();
};

const on = (name, take) => document.addEventListener(`voice-widget:${name}`, ({ detail }) => take(detail));
on("status", ({ status }) => doctor.statuses.push({ status, at: performance.now() }));
on("message", ({ id, role, text, final }) => doctor.messages.set(id, { role, text, final }));
on("tool", ({ name }) => doctor.tools.push(name));
on("error", ({ code, message }) => doctor.errors.push({ code, message }));
