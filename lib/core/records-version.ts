/** Version of the records in the table: raised by a change that makes stored ones unreadable. */
export const RECORDS_VERSION = 2;
