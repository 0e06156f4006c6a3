/**
 * The items in their order, in packs of at most `most` together; one that is larger has a pack of its own.
 * @param sizes the size of each, in the unit of `most`
 */
export function packs<Item>(items: readonly Item[], sizes: (item: Item) => number, most: number): Item[][] {
  const all: Item[][] = [];
  let room = 0;
  for (const item of items) {
    const size = sizes(item);
    const last = all.at(-1);
    if (last && size <= room) last.push(item);
    else {
      all.push([item]);
      room = most;
    }
    room -= size;
  }
  return all;
}
