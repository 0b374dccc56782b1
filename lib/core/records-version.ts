/** Of how records lie in the table: raised where a change leaves those that were stored before unreadable. */
export const RECORDS_VERSION = 2;
