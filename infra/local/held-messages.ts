import type { Message } from "@aws-sdk/client-sqs";

/** Texts whose messages of a queue are held, and the messages. */
interface Holds {
  /** Messages that are held. */
  readonly size: number;
  add(text: string): void;
  /** Keeps what is held of some messages, and gives the others. */
  pass(messages: readonly Message[]): Message[];
  /** Ends the hold of a text, and gives what nothing else holds. */
  remove(text: string): Message[];
}

/** Keeps messages aside that mention a text: those of one store, while others' go on. */
export function makeHeldMessages(): Holds {
  const texts = new Set<string>();
  // By id: a message that was held for so long that it comes again is still one.
  const held = new Map<string, Message>();
  const isHeld = (message: Message) => [...texts].some((text) => mentions(message, text));
  return {
    get size() {
      return held.size;
    },
    add: (text) => void texts.add(text),
    pass: (messages) => {
      for (const message of messages) if (isHeld(message)) held.set(message.MessageId ?? "", message);
      return messages.filter((message) => !isHeld(message));
    },
    remove: (text) => {
      texts.delete(text);
      const free = [...held.values()].filter((message) => !isHeld(message));
      for (const { MessageId = "" } of free) held.delete(MessageId);
      return free;
    },
  };
}

/** Whether a message mentions a text, such as the id of a store. */
export function mentions({ Body = "" }: Message, text: string): boolean {
  return Body.includes(text);
}
