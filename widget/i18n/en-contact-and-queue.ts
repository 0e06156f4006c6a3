import enTooLong from "./en-too-long.ts";
import type { ContactAndQueueMessages } from "./messages.ts";

const enContactAndQueue: ContactAndQueueMessages = {
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
  contactFailed: "Your details couldn’t be sent. Check your connection and try again. What you typed is still here.",
  contactRefused: "Your details were not accepted. Check them and try again.",
  cancel: "Cancel",

  tooLong: enTooLong,
  needEmail: "Enter a full email address, like name@example.com.",
  needPhone: "Enter the full phone number, like +49 30 1234567.",
  needReach: "Enter an email address or a phone number.",
  needConsent: "Check the box so that we may contact you.",

  closedTitle: "We’re closed right now",
  opensAt: (when) => `We open ${when}.`,
  closedContact: "Leave your details, and we will get back to you.",

  busyTitle: "All lines are busy",
  busyHelp: "You can wait here. We’ll ask you when it’s your turn.",
  wait: "Wait in line",
  place: (place) => (place === 1 ? "You’re next in line." : `You’re number ${place} in line.`),
  stopWaiting: "Stop waiting",
  leaveContact: "Leave contact details",
  yourTurn: "It’s your turn",
  yourTurnHelp: "We’re holding your place for a minute.",
  startNow: "Start now",
  notNow: "Not now",
  oneMoreMinute: "One more minute",
  queueLost: "Connection lost. Trying again…",
};

export default enContactAndQueue;
