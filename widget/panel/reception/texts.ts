import type { Locale } from "../../../shared/languages.ts";

/** What visitors read of contact forms, opening hours and the line for a voice line. */
export interface ReceptionMessages {
  contactTitle: string;
  name: string;
  email: string;
  phone: string;
  message: string;
  optional: string;
  /** What is agreed to where the owner wrote nothing. */
  consent: string;
  sendContact: string;
  sending: string;
  contactSent: string;
  contactFailed: string;
  /** A contact that the service does not take. */
  contactRefused: string;
  cancel: string;

  needName: string;
  needEmail: string;
  needPhone: string;
  needReach: string;
  needConsent: string;

  closedTitle: string;
  /** With the moment of the next opening, in the visitor's own time. */
  opensAt: (when: string) => string;
  closedContact: string;

  busyTitle: string;
  busyHelp: string;
  wait: string;
  place: (place: number) => string;
  stopWaiting: string;
  leaveContact: string;
  yourTurn: string;
  yourTurnHelp: string;
  startNow: string;
  notNow: string;
  queueLost: string;
}

const english: ReceptionMessages = {
  contactTitle: "Leave your contact details",
  name: "Name",
  email: "Email",
  phone: "Phone",
  message: "Message",
  optional: "optional",
  consent: "I agree to be contacted about my request.",
  sendContact: "Send",
  sending: "Sending…",
  contactSent: "Thank you. We have your details and will get back to you.",
  contactFailed: "Your details could not be sent. Check your connection and try again; nothing is lost.",
  contactRefused: "Your details were not accepted. Check them and try again.",
  cancel: "Cancel",

  needName: "Shorten the name to 200 characters.",
  needEmail: "Enter a whole email address, like name@example.com.",
  needPhone: "Enter the whole number, digits only, like +49 30 1234567.",
  needReach: "Enter an email address or a phone number.",
  needConsent: "Tick the box so that we may contact you.",

  closedTitle: "We're closed right now",
  opensAt: (when) => `We open ${when}.`,
  closedContact: "Leave your details, and we will get back to you.",

  busyTitle: "All lines are busy",
  busyHelp: "You can wait here. We'll ask you when it's your turn.",
  wait: "Wait in line",
  place: (place) => (place === 1 ? "You're next in line." : `You're number ${place} in line.`),
  stopWaiting: "Stop waiting",
  leaveContact: "Leave contact details",
  yourTurn: "It's your turn",
  yourTurnHelp: "A line is held for you for a minute.",
  startNow: "Start now",
  notNow: "Not now",
  queueLost: "The connection to the line was lost. Trying again…",
};

/** Languages fall back to English until they have their own. */
const TRANSLATED: Partial<Record<Locale, ReceptionMessages>> = {};

export const receptionMessages = (tag: Locale): ReceptionMessages => TRANSLATED[tag] ?? english;
