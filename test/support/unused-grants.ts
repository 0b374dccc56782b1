/** What a role may do that no test is seen to use, each with why it is needed all the same. */
export const UNSEEN: Readonly<Record<string, string>> = {};

/** Actions of a grant that no call is seen to need, likewise. */
export const UNSEEN_ACTIONS: Readonly<Record<string, string>> = {};
