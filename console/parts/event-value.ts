type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What stands in the field that has changed. */
export const valueIn = (event: Event): string => (event.target as Field).value;

/** Whether the box that has changed is ticked. */
export const checkedIn = (event: Event): boolean => (event.target as HTMLInputElement).checked;
