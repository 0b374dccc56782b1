/** The owner of every demo. */
export const DEMO_OWNER = "ada@example.com";
