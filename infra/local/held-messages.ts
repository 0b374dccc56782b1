import type { Message } from "@aws-sdk/client-sqs";

/** The messages of one queue that are held back because they mention one of some texts. */
interface HeldMessages {
  /** Number of held messages. */
  readonly size: number;
  add(text: string): void;
  /** Holds matching messages and returns the others. */
  pass(messages: readonly Message[]): Message[];
  /** Ends the hold of a text and returns its messages, unless another text holds them. */
  remove(text: string): Message[];
}

/** Creates the holds of one queue, at first none. A test may hold the messages of one store, for example. */
export function makeHeldMessages(): HeldMessages {
  const texts = new Set<string>();
  // By id, because SQS delivers a held message again after its visibility timeout.
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
