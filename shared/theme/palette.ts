/** The widget's own colours: what a token set to `auto` means in each theme. Plain TypeScript: the widget loads it. */

export const LIGHT = {
  background: "#ffffff",
  surface: "#f4f5f8",
  text: "#14171f",
  mutedText: "#5b6272",
  border: "#e3e6ec",
  danger: "#cc2f45",
};

export const DARK: typeof LIGHT = {
  background: "#14161c",
  surface: "#20232c",
  text: "#f1f3f8",
  mutedText: "#a3aabb",
  border: "#2f3440",
  danger: "#f0566b",
};
