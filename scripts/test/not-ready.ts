/** What a person has to see to before the tests can run: its sentence is all that is printed of it. */
export class NotReady extends Error {}
