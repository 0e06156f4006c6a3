import type { PersonMessages } from "./messages.ts";

const enPerson: PersonMessages = {
  ask: "Talk to a person",
  waiting: (time) => `Asking the team, about ${time}`,
  joined: (name) => `${name} has joined`,
  left: (name) => `${name} has left`,
  missed: "Nobody from the team is free right now. The assistant goes on.",
  unasked: "The team couldn’t be asked. Try again.",
  badge: "Team member",
  away: (name) => `The connection to ${name} was lost. Waiting for it to come back.`,
  typing: (name) => `${name} is typing…`,
  seen: "Seen",
  answered: (name) => `${name} has answered`,
  notTaken: "This was not sent. Wait a moment and try again.",
  talk: "Talk by voice",
  asked: (name) => `${name} would like to talk with you`,
  accept: "Talk now",
  decline: "Not now",
  calling: (name) => `Asking ${name} to talk…`,
  talking: (name) => `Talking with ${name}`,
  declined: (name) => `${name} can’t talk right now`,
  noSound: "The sound could not be connected. Go on in writing.",
  callOver: "The call is over. Go on in writing.",
  noMicrophone: "Your microphone could not be used. Go on in writing.",
  theirsOff: (name) => `${name}’s microphone is off`,
};

export default enPerson;
