import { createTheme } from "@mantine/core";

export const theme = createTheme({
  // Lighter shades fail the contrast that text needs.
  primaryShade: 8,
  primaryColor: "blue",
  respectReducedMotion: true,
  defaultRadius: "md",
  cursorType: "pointer",
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  headings: { fontWeight: "650" },
  components: {
    Tooltip: { defaultProps: { events: { hover: true, focus: true, touch: false } } },
    Modal: { defaultProps: { radius: "md", overlayProps: { backgroundOpacity: 0.45 } } },
    Alert: { defaultProps: { variant: "light" } },
  },
});
