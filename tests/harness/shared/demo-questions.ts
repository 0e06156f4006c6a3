interface Answered {
  question: string;
  /** Words of the answer. */
  says: string;
  /** The page that it stands on: its title, and where in the demo shop it is. */
  page: string;
  hash: string;
}

/** What visitors of the demo shop ask, and what it answers. */
export const DEMO_QUESTIONS: readonly Answered[] = [
  { question: "What does postage cost?", says: "Postage is € 4.90", page: "Delivery and returns", hash: "#help" },
  {
    question: "When are you open on Sunday?",
    says: "on Sunday from 9 to 15",
    page: "Visit the roastery",
    hash: "#visit",
  },
  { question: "When do you open?", says: "open from 7 to 18", page: "Visit the roastery", hash: "#visit" },
  { question: "When do you open tomorrow?", says: "open from 7 to 18", page: "Visit the roastery", hash: "#visit" },
  { question: "Can I bring my dog?", says: "Dogs are welcome", page: "Visit the roastery", hash: "#visit" },
  {
    question: "Where is my parcel?",
    says: "an email with the parcel's number",
    page: "Delivery and returns",
    hash: "#help",
  },
  {
    question: "Can I send a bag back if I don't like it?",
    says: "an unopened bag back within 30 days",
    page: "Delivery and returns",
    hash: "#help",
  },
  {
    question: "Do you sell gift vouchers?",
    says: "Vouchers come by email",
    page: "Subscriptions and gifts",
    hash: "#help",
  },
  {
    question: "How can I pay?",
    says: "by card, by bank transfer or by invoice",
    page: "Delivery and returns",
    hash: "#help",
  },
  {
    question: "Do you have jobs?",
    says: "help at the counter on weekends",
    page: "Machines, courses and questions",
    hash: "#help",
  },
  {
    question: "Where do your beans come from?",
    says: "from Brazil, Guatemala, Colombia, Ethiopia and Sumatra",
    page: "Who we are",
    hash: "#visit",
  },
  { question: "Are there nuts in it?", says: "there is no milk, no nut", page: "Our coffee", hash: "#coffee" },
  {
    question: "Do you have anything without caffeine?",
    says: "Its caffeine is taken out",
    page: "Our coffee",
    hash: "#coffee",
  },
];
