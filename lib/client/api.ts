// The API of 2026-11-30. Written by npm run client. Do not change it by hand.
import type { ErrorResponses } from "./errors.ts";

export interface components {
  schemas: {
    Account: {
      /** Id of the record. */
      id: string;
      /** Mail address that the person signs in with. */
      email: string;
      /** Name of the person, the store or the token that the record is about. */
      name: string;
      /** Phone numbers of the person. */
      phone_numbers: string[];
      /** Postal addresses of the person. */
      addresses: {
        /** Street and number. */
        street?: string;
        /** City. */
        city?: string;
        /** State or region. */
        state?: string;
        /** Postal code. */
        zip?: string;
        /** Two letters, ISO 3166-1. */
        country?: string;
      }[];
      /** Steps that the account has done. */
      lifecycle: {
        /** When the person last signed in, Unix seconds. */
        last_login_at: (number | null);
        /** Whether the account finished its first steps. */
        onboarding_completed: boolean;
      };
      /** Stores that the person is a member of, with the role. */
      memberships: {
        /** Id of the store. */
        store_id: string;
        /** Role of the member: `viewer`, `member`, `admin` or `owner`. */
        role: string;
        /** When the person became a member, Unix seconds. */
        joined_at: number;
      }[];
      /** Tokens for programs, without their secrets. */
      api_tokens: {
        /** Id of the record. */
        id: string;
        /** Name of the person, the store or the token that the record is about. */
        name: string;
        /** When it was created, Unix seconds. */
        created_at: number;
        /** Until when it is good, Unix seconds. */
        expires_at: (number | null);
      }[];
      /** Sessions that are open. */
      auth_tokens: {
        /** Id of the record. */
        id: string;
        /** When it was created, Unix seconds. */
        created_at: number;
        /** When it was last used, Unix seconds. */
        last_used_at: number;
        /** When the access token ends, Unix seconds. */
        access_expires_at: number;
        /** When the refresh token ends, Unix seconds. */
        refresh_expires_at: (number | null);
        /** Whether the address of the session was proven. */
        is_verified: boolean;
        /** What the browser said of itself. */
        user_agent: string;
      }[];
    };
    AccountPage: {
      /** The records of this page. */
      items: components["schemas"]["AccountSummary"][];
      /** Gives the next page; null on the last one. */
      cursor: (string | null);
      /** Parameters that were sent and that the list does not know. Absent where there are none. */
      ignored_parameters?: string[];
    };
    AccountSummary: {
      /** Id of the record. */
      id: string;
      /** Mail address that the person signs in with. */
      email: string;
      /** Name of the person, the store or the token that the record is about. */
      name: string;
      /** Steps that the account has done. */
      lifecycle: {
        /** When the person last signed in, Unix seconds. */
        last_login_at: (number | null);
        /** Whether the account finished its first steps. */
        onboarding_completed: boolean;
      };
      /** Stores that the person is a member of, with the role. */
      memberships: {
        /** Id of the store. */
        store_id: string;
        /** Role of the member: `viewer`, `member`, `admin` or `owner`. */
        role: string;
        /** When the person became a member, Unix seconds. */
        joined_at: number;
      }[];
    };
    AccountUpdated: {
      /** Whether it was done. */
      success: true;
      /** The account as it is now. */
      account: components["schemas"]["Account"];
      /** Tokens that this change made, with their secrets: they are shown once. */
      newly_created_tokens: {
        /** Id of the record. */
        id: string;
        /** Name of the person, the store or the token that the record is about. */
        name: string;
        /** Last characters of the token, to tell tokens apart. */
        token_hint: string;
        /** Where the record stands in its life. */
        status: "active";
        /** When it was created, Unix seconds. */
        created_at: number;
        /** Until when it is good, Unix seconds. */
        expires_at: (number | null);
        /** When it was last used, Unix seconds. */
        last_used_at: null;
        /** The secret: it is shown once. */
        value: string;
      }[];
      /** @deprecated Older form of `newly_created_tokens`. */
      newlyCreatedTokens: {
        /** Id of the record. */
        id: string;
        /** Name of the person, the store or the token that the record is about. */
        name: string;
        /** Last characters of the token, to tell tokens apart. */
        token_hint: string;
        /** Where the record stands in its life. */
        status: "active";
        /** When it was created, Unix seconds. */
        created_at: number;
        /** Until when it is good, Unix seconds. */
        expires_at: (number | null);
        /** When it was last used, Unix seconds. */
        last_used_at: null;
        /** The secret: it is shown once. */
        value: string;
      }[];
    };
    ActionNode: {
      /** What kind of node it is. */
      type: "action";
      /** What the node does. */
      action: {
        /** What kind of node it is. */
        type: ("end_conversation" | "human_handoff");
        /** What is said before the action. */
        message?: (string | null);
      };
    };
    AddItem: components["schemas"]["CartItemInput"];
    AddNote: {
      /** What was agreed to, or what was noted. */
      text: string;
    };
    AddOrderNote: {
      /** What is written down. */
      text: string;
    };
    Address: {
      /** Name of who lives there. */
      name: (string | null);
      /** Name of the company. */
      company: (string | null);
      /** Street and number. */
      street1: (string | null);
      /** Floor, door or what else is needed. */
      street2: (string | null);
      /** City. */
      city: (string | null);
      /** State or region. */
      state: (string | null);
      /** Postal code. */
      postal_code: (string | null);
      /** Country, two letters, ISO 3166-1. */
      country: (string | null);
      /** Phone number with its country, such as `+43…`. */
      phone: (string | null);
      /** Mail address of who receives it. */
      email: (string | null);
    };
    AddressInput: {
      /** Name for people. */
      name?: (string | null);
      /** Name of the company. */
      company?: (string | null);
      /** Street and number. */
      street1?: (string | null);
      /** Floor, door or what else is needed. */
      street2?: (string | null);
      /** City. */
      city?: (string | null);
      /** State or region. */
      state?: (string | null);
      /** Postal code. */
      postal_code?: (string | null);
      /** Country, two letters, ISO 3166-1. */
      country?: (string | null);
      /** Phone number with its country, such as `+43…`. */
      phone?: (string | null);
      /** Mail address of who receives it. */
      email?: (string | null);
    };
    Agent: {
      /** Id of the record. */
      id: string;
      /** Id of the store. */
      store_id: string;
      /** Your name for the agent, unique in the store. */
      key: string;
      /** Name of the agent, for staff. */
      name: string;
      /** Where the record stands in its life. */
      status: ("draft" | "active" | "archived");
      /** Node that a conversation begins at. */
      entry_node_id: string;
      /** Channels that the agent serves. */
      channel_ids: string[];
      /** A remark for staff. */
      notes: (string | null);
      /** When it was created, Unix seconds. */
      created_at: number;
      /** When it last changed, Unix seconds. */
      updated_at: number;
      /** What the agent says and asks, by id. */
      nodes: { [name: string]: components["schemas"]["AgentNode"] };
      /** Ways from one node to the next. */
      edges: components["schemas"]["AgentEdge"][];
      /** Settings of the AI that answers. */
      ai_config: ({
        /**
         * What the AI is told first.
         * @default
         */
        system_prompt: string;
        /**
         * Messages that the AI is given.
         * @default 20
         */
        max_context_messages: number;
      } | null);
      /**
       * Number of the record's last change. A change that sends it is a 409 if somebody else was faster.
       * @default 1
       */
      version: number;
    };
    AgentEdge: {
      /** Node that the way begins at. */
      source: string;
      /** Node that the way leads to. */
      target: string;
      /** What takes the way. */
      trigger: ({
        /** What makes the conversation go this way. */
        type: "button";
        /** Text of the button. */
        label: string;
      } | {
        /** What makes the conversation go this way. */
        type: "input";
        /** Key of the answer. */
        field: string;
      } | {
        /** What makes the conversation go this way. */
        type: "default";
      });
    };
    AgentEdgeInput: {
      /** Node that the way begins at. */
      source: string;
      /** Node that the way leads to. */
      target: string;
      /** What takes the way. */
      trigger: components["schemas"]["AgentTrigger"];
    };
    AgentNode: ({
      /** What kind of node it is. */
      type: "message";
      /** What is said. */
      text: string;
      /** Answers that the visitor can choose. */
      buttons: string[];
    } | {
      /** What kind of node it is. */
      type: "input";
      /** What the AI is told at this node. */
      prompt: string;
      /** Key of the answer. */
      field: string;
      /**
       * What may be answered.
       * @default text
       */
      input_type: ("text" | "email" | "phone");
      /** What the answer must look like. */
      validation?: (string | null);
    } | {
      /** What kind of node it is. */
      type: "ai_handoff";
      /** What the AI is told first at this node. */
      system_prompt_override?: (string | null);
    } | {
      /** What kind of node it is. */
      type: "action";
      /** What the node does. */
      action: {
        /** What kind of node it is. */
        type: ("end_conversation" | "human_handoff");
        /** What is said before the action. */
        message?: (string | null);
      };
    });
    AgentNodeInput: (
      | components["schemas"]["MessageNode"] | components["schemas"]["InputNode"] | components["schemas"]["AiNode"]
      | components["schemas"]["ActionNode"]
    );
    AgentPage: {
      /** The records of this page. */
      items: components["schemas"]["Agent"][];
      /** Gives the next page; null on the last one. */
      cursor: (string | null);
      /** Parameters that were sent and that the list does not know. Absent where there are none. */
      ignored_parameters?: string[];
    };
    AgentTrigger: ({
      /** What makes the conversation go this way. */
      type: "button";
      /** Text of the button. */
      label: string;
    } | {
      /** What makes the conversation go this way. */
      type: "input";
      /** Key of the answer. */
      field: string;
    } | {
      /** What makes the conversation go this way. */
      type: "default";
    });
    AiNode: {
      /** What kind of node it is. */
      type: "ai_handoff";
      /** What the AI is told first at this node. */
      system_prompt_override?: (string | null);
    };
    AnswerInvitation: {
      /** The secret of the link or of the session. */
      token: string;
      /** Whether the invitation is accepted or declined. */
      action: ("ACCEPT" | "REJECT");
    };
    ApiToken: {
      /** Id of the record. */
      id: string;
      /** Your name for the token. */
      name: string;
      /** Last characters of the token, to tell tokens apart. */
      token_hint: string;
      /** Where the record stands in its life. */
      status: ("active" | "revoked" | "expired");
      /** When it was created, Unix seconds. */
      created_at: number;
      /** Until when it is good, Unix seconds. */
      expires_at: (number | null);
      /** When it was last used, Unix seconds. */
      last_used_at: (number | null);
    };
    AskReturn: {
      /** Which items, and how many units of each. */
      lines: {
        /** Id of the item. */
        order_item_id: string;
        /** Units. */
        quantity: number;
      }[];
      /** Why it was done. */
      reason?: (string | null);
    };
    AssignConversation: {
      /** Id of the member who wrote it. */
      account_id: (string | null);
    };
    Availability: {
      /** Id of the service. */
      serviceId: string;
      /** Clock that days and hours are told by, an IANA name such as `Europe/Berlin`. */
      timezone: string;
      /** The days of the time window, each with its free times. */
      days: {
        /** The day, as `YYYY-MM-DD` on the clock of the business. */
        date: string;
        /** Whether there is a free time on the day. */
        available: boolean;
        /** How many free times there are. */
        slotCount: number;
        /** Times that are free. */
        slots: components["schemas"]["OfferedSlot"][];
      }[];
    };
    BillingPortal: {
      /** Page to go to. */
      url: string;
      /** @deprecated Older form of `url`. */
      portalUrl: string;
    };
    Block: {
      /** Id of the record. */
      id: string;
      /** Name of the block within its record. */
      key: string;
      /** Type of the block, which says what its value is. */
      type: (
        | "TEXT" | "LOCALIZED_TEXT" | "TEXT_FILTER" | "NUMBER" | "NUMBER_FILTER" | "BOOLEAN" | "GEO_LOCATION" | "BLOCK"
        | "RELATIONSHIP_ENTRY" | "RELATIONSHIP_MEDIA" | "MARKDOWN" | "EMAIL" | "PHONE" | "PHONE_NUMBER" | "ADDRESS"
      );
      /** Settings of the block, by its type. */
      properties: { [name: string]: unknown };
      /** The value, as the block's type has it. */
      value: unknown[];
    };
    BlockInput: {
      /** Name of the block within its record. */
      key: string;
      /** Type of the block, which says what its value is. */
      type: (
        | "TEXT" | "LOCALIZED_TEXT" | "TEXT_FILTER" | "NUMBER" | "NUMBER_FILTER" | "BOOLEAN" | "GEO_LOCATION" | "BLOCK"
        | "RELATIONSHIP_ENTRY" | "RELATIONSHIP_MEDIA" | "MARKDOWN" | "EMAIL" | "PHONE" | "PHONE_NUMBER" | "ADDRESS"
      );
      /** Id of the record. */
      id?: (string | null);
      /** Settings of the block, by its type. */
      properties?: (components["schemas"]["BlockProperties"] | null);
      /** The value, as the block's type has it. */
      value?: (unknown[] | null);
    };
    BlockProperties: {
      /** Text before the field, by language. */
      label?: (string | { [name: string]: string });
      /** Text of an empty field. */
      placeholder?: (string | { [name: string]: string });
      /** Regular expression that a text must match. */
      pattern?: string;
      /** Fewest characters. */
      minLength?: number;
      /** Most characters. */
      maxLength?: number;
      /** Fewest values. */
      minValues?: number;
      /** Most values. */
      maxValues?: number;
      /** Least value. */
      min?: number;
      /** Greatest value. */
      max?: number;
      /** Whether a value must be given. */
      isRequired?: boolean;
      /** Whether a value must be given. */
      required?: boolean;
      /** How a form shows the field. */
      style?: { [name: string]: unknown };
      /** Address that the value must begin with. */
      url?: (string | boolean);
      /** How a filter compares the value. */
      operation?: (
        | "plus" | "minus" | "equals" | "greater_than" | "less_than" | "greater_than_or_equal" | "less_than_or_equal"
        | "contains"
      );
      /** Country that a phone number or postal code is of, two letters. */
      country?: string;
    };
    BookingSettings: {
      /** Hours after which a request that waits is cancelled. */
      pendingHours?: (number | null);
      /** Whether guests must prove an address before they book. */
      requireContact?: boolean;
    };
    BuildsTriggered: {
      /** How many build hooks were called. */
      triggered: number;
    };
    Business: {
      /** Id of the record. */
      id: string;
      /** Your name for it. */
      key: string;
      /** Name of the business. */
      name: string;
      /** Name in addresses. */
      slug: string;
      /** What the business does. */
      description: string;
      /** Mail address of the business. */
      email: string;
      /** Phone number with its country, such as `+43…`. */
      phone: string;
      /** Address of the web site. */
      website: string;
      /** Clock of the store, an IANA name such as `Europe/Berlin`. */
      timezone: string;
      /** Key of the business above this one. */
      networkKey: (string | null);
      /** Where the record stands in its life. */
      status: ("DRAFT" | "ACTIVE" | "ARCHIVED");
      /** When it was created, Unix seconds. */
      createdAt: number;
      /** When it last changed, Unix seconds. */
      updatedAt: number;
      /** Postal address. */
      address: {
        /** Street and number. */
        line1?: string;
        /** Floor, door or what else is needed. */
        line2?: string;
        /** City. */
        city?: string;
        /** State or region. */
        state?: string;
        /** Postal code. */
        postalCode?: string;
        /** Two letters, ISO 3166-1. */
        country?: string;
      };
      /** Every status that it had, the last one now. */
      statuses: {
        /** Id of the record. */
        id: string;
        /** Where the record stands in its life. */
        status: string;
        /** Id of the account that made the change. */
        changedBy: ("USER" | "SYSTEM");
        /** When it became so, Unix seconds. */
        timestamp: number;
        /** Id of the account. */
        userId?: string;
      }[];
      /** Pictures of the business. */
      gallery: {
        /** Id of the record. */
        id: string;
        /** Address. */
        url: string;
        /** Type of the picture, such as `image/png`. */
        mimeType: string;
      }[];
      /** Settings of the business. */
      configs: {
        /** Addresses of web sites that people may come from and be sent back to. */
        origins?: string[];
        /** Address of the picture in mails and pages. */
        logo?: (string | "");
        /** Colour of the shop in mails and on pages, such as `#0b5cad`. */
        color?: (string | "");
        /** Address of the page that says who answers for the shop; mails and pages link it. */
        imprint?: (string | "");
        /** Address of the store's own screens, for links in mails. */
        operatorUrl?: (string | "");
        /** Where the market sends to, the first that fits. */
        zones?: unknown[];
        /** What buyers are asked with an order. */
        orderBlocks?: unknown[];
        /** What customers are asked with a reservation. */
        reservationBlocks?: unknown[];
        /** Languages of the store, the default one among them. */
        languages?: components["schemas"]["BusinessLanguage"][];
        /** Markets that it sells in. */
        markets?: components["schemas"]["BusinessMarket"][];
        /** Addresses of the store, by purpose. */
        emails?: {
          /** Address that bills go to. */
          billing?: (string | null);
          /** Address that submissions and questions go to. */
          support?: (string | null);
        };
        /** How the store takes orders. */
        commerce?: {
          /** Seconds without a change after which a cart is abandoned. */
          cart_abandoned_after?: number;
          /** Whether buyers of abandoned carts are reminded by mail. */
          recovery_mail?: boolean;
          /** Whether only visitors with a proven address can pay in cash. */
          cash_needs_proof?: boolean;
          /** Address of the shop, for links in mails. */
          storefront_url?: (string | null);
        };
        /** How the store takes reservations. */
        bookings?: {
          /** Hours after which a request that waits is cancelled. */
          pendingHours?: (number | null);
          /** Whether guests must prove an address before they book. */
          requireContact?: boolean;
        };
        /** The account that takes cards. */
        paymentProvider?: unknown;
        /** The account at the company whose AI answers. */
        aiProvider?: unknown;
        /** Addresses that are called when content changes. */
        buildHooks?: string[];
        /** Addresses that are told of events. */
        webhooks?: components["schemas"]["BusinessWebhook"][];
        /** @deprecated Older form of `webhooks`. */
        webhookUrl?: ((string | "") | null);
        /** @deprecated Older form of `webhooks`. */
        webhookEvents?: string[];
      };
      /**
       * Number of the record's last change. A change that sends it is a 409 if somebody else was faster.
       * @default 1
       */
      version: number;
      /** Id of the network of businesses. */
      networkId?: (string | null);
    };
    BusinessCollection: {
      /** Id of the record. */
      id: string;
      /** Id of the business. */
      businessId: string;
      /** Name for people. */
      name: string;
      /** Name in addresses, by language. */
      slug: string;
      /** What it is for. */
      description: string;
      /** What the collection is for. */
      type: string;
      /** When it was created, Unix seconds. */
      createdAt: number;
      /** When it last changed, Unix seconds. */
      updatedAt: number;
      /** Typed values, each with its key. */
      blocks: components["schemas"]["BusinessCollectionBlock"][];
      /** Every status that it had, the last one now. */
      statuses: components["schemas"]["StatusChange"][];
      /** What readers pay for the collection. */
      plans: components["schemas"]["NewsletterPlan"][];
      /** What is counted of a newsletter's mails. */
      tracking: {
        /**
         * Whether it is counted that mails are opened; `true` unless set.
         * @default true
         */
        opens: boolean;
        /**
         * Whether it is counted that links are followed; `false` unless set, and links stay as they are written.
         * @default false
         */
        clicks: boolean;
      };
      /**
       * Number of the record's last change. A change that sends it is a 409 if somebody else was faster.
       * @default 1
       */
      version: number;
    };
    BusinessCollectionBlock: {
      /** Id of the record. */
      id: string;
      /** Type of the block, which says what its value is. */
      type: (
        | "TEXT" | "NUMBER" | "BOOLEAN" | "DATE" | "RELATIONSHIP" | "GEO_LOCATION" | "MEDIA" | "SELECT"
        | "MULTI_SELECT"
      );
      /** Text before the field, by language. */
      label: string;
      /** Whether a value must be given. */
      required: boolean;
      /** Settings of the block. */
      settings: { [name: string]: unknown };
      /** Your name for the record, unique among its kind. */
      key?: string;
    };
    BusinessCollectionPage: {
      /** The records of this page. */
      items: components["schemas"]["BusinessCollection"][];
      /** Gives the next page; null on the last one. */
      cursor: (string | null);
      /** Parameters that were sent and that the list does not know. Absent where there are none. */
      ignored_parameters?: string[];
    };
    BusinessEntry: {
      /** Id of the record. */
      id: string;
      /** Id of the business. */
      businessId: string;
      /** What the entry belongs to, such as `collection:lcol_…`. */
      owner: string;
      /** Language tag, such as `de-AT`. */
      locale: string;
      /** When it was created, Unix seconds. */
      createdAt: number;
      /** When it last changed, Unix seconds. */
      updatedAt: number;
      /** Typed values, each with its key. */
      blocks: components["schemas"]["BusinessEntryBlock"][];
      /** Every status that it had, the last one now. */
      statuses: components["schemas"]["StatusChange"][];
      /**
       * Number of the record's last change. A change that sends it is a 409 if somebody else was faster.
       * @default 1
       */
      version: number;
    };
    BusinessEntryBlock: {
      /** Id of the record. */
      id: string;
      /** Type of the block, which says what its value is. */
      type: (
        | "TEXT" | "NUMBER" | "BOOLEAN" | "DATE" | "RELATIONSHIP" | "GEO_LOCATION" | "MEDIA" | "SELECT"
        | "MULTI_SELECT"
      );
      /** The value, as its type has it. */
      value: unknown;
      /** Your name for the record, unique among its kind. */
      key?: string;
      /** Settings of the block, by its type. */
      properties?: { [name: string]: unknown };
    };
    BusinessEntryPage: {
      /** The records of this page. */
      items: components["schemas"]["BusinessEntry"][];
      /** Gives the next page; null on the last one. */
      cursor: (string | null);
      /** Parameters that were sent and that the list does not know. Absent where there are none. */
      ignored_parameters?: string[];
    };
    BusinessEvent: {
      /** Id of the record. */
      id: string;
      /** Type of the event, such as `form.created`. */
      type: string;
      /** Id of the business. */
      businessId: string;
      /** The record that changed: its kind and its id. */
      entity: string;
      /** Number of the change of this record, from 1 and without gaps. */
      sequence: number;
      /** The account, contact or part of the system that did it. */
      actor: {
        /** Type of the event, such as `form.created`. */
        type: string;
        /** Id of the record. */
        id: (string | null);
      };
      /** The record as it was after the event. */
      payload: { [name: string]: unknown };
      /** When it was created, Unix seconds. */
      createdAt: number;
    };
    BusinessEventPage: {
      /** The records of this page. */
      items: components["schemas"]["BusinessEvent"][];
      /** Gives the next page; null on the last one. */
      cursor: (string | null);
      /** Parameters that were sent and that the list does not know. Absent where there are none. */
      ignored_parameters?: string[];
    };
    BusinessLanguage: {
      /** Code of the language, two letters. */
      code: string;
      /** Whether it counts where none is named. */
      isDefault: boolean;
      /** Id of the record. */
      id?: string;
    };
    BusinessMarket: {
      /** Id of the record. */
      id: string;
      /** Currency of the market, three letters. */
      currency: string;
      /** Tax rate in hundredths of a percent: 1900 is 19 %. */
      taxBps: number;
      /** Whether prices contain the tax. */
      taxMode: ("EXCLUSIVE" | "INCLUSIVE");
      /** Ways to pay. */
      paymentMethods: components["schemas"]["BusinessPaymentMethod"][];
      /** Your name for it. */
      key?: string;
      /** Where the market sends to, the first that fits. */
      zones?: components["schemas"]["BusinessZone"][];
    };
    BusinessMarketInput: {
      /** Id of the record. */
      id: string;
      /** Currency of the market, three letters. */
      currency: string;
      /** Your name for it. */
      key?: string;
      /** Whether prices contain the tax. */
      taxMode?: ("EXCLUSIVE" | "INCLUSIVE");
      /**
       * Tax rate in hundredths of a percent: 1900 is 19 %.
       * @default 0
       */
      taxBps?: number;
      /** Ways to pay. */
      paymentMethods?: components["schemas"]["PaymentMethodInput"][];
      /** Where the market sends to, the first that fits. */
      zones?: components["schemas"]["BusinessZoneInput"][];
    };
    BusinessMedia: {
      /** Id of the record. */
      id: string;
      /** Id of the business. */
      businessId: string;
      /** Name of the file. */
      name: string;
      /** Type of the file, such as `image/png`. */
      mimeType: string;
      /** Size of the file, bytes. */
      size: number;
      /** Address of the file. */
      url: string;
      /** Name in addresses. */
      slug: { [name: string]: string };
      /** Values of your own, by name. */
      metadata: {
        /** Width of the picture, pixels. */
        width: (number | null);
        /** Height of the picture, pixels. */
        height: (number | null);
      };
      /** The same picture in other sizes, by name. */
      resolutions: {
        /** The file as it was uploaded. */
        original: components["schemas"]["MediaResolution"];
        /** The picture at most 1,600 pixels wide. */
        large: components["schemas"]["MediaResolution"];
        /** The picture at most 800 pixels wide. */
        medium: components["schemas"]["MediaResolution"];
        /** The picture at most 320 pixels wide. */
        small: components["schemas"]["MediaResolution"];
      };
      /** When it was created, Unix seconds. */
      createdAt: number;
      /** When it last changed, Unix seconds. */
      updatedAt: number;
    };
    BusinessMediaPage: {
      /** The records of this page. */
      items: components["schemas"]["BusinessMedia"][];
      /** Gives the next page; null on the last one. */
      cursor: (string | null);
      /** Parameters that were sent and that the list does not know. Absent where there are none. */
      ignored_parameters?: string[];
      /** @deprecated Older form of `items`. */
      data: components["schemas"]["BusinessMedia"][];
    };
    BusinessPage: {
      /** The records of this page. */
      items: components["schemas"]["Business"][];
      /** Gives the next page; null on the last one. */
      cursor: (string | null);
      /** Parameters that were sent and that the list does not know. Absent where there are none. */
      ignored_parameters?: string[];
    };
    BusinessPaymentMethod: {
      /** Id of the record. */
      id: string;
      /** Your name for it. */
      key: string;
      /** Kind of the way to pay. */
      type: ("cash" | "credit_card");
      /** How it is paid for. */
      method: ("CASH" | "CREDIT_CARD");
    };
    BusinessSettingsInput: {
      /** Languages of the store, the default one among them. */
      languages?: {
        /** Code of the language, two letters. */
        code: string;
        /** Id of the record. */
        id?: string;
        /**
         * Whether it counts where none is named.
         * @default false
         */
        isDefault?: boolean;
      }[];
      /** Markets that it sells in. */
      markets?: components["schemas"]["BusinessMarketInput"][];
      /** Addresses that are called when content changes. */
      buildHooks?: string[];
      /** Addresses that are told of events. */
      webhooks?: components["schemas"]["BusinessWebhookInput"][];
      /** Addresses of the store, by purpose. */
      emails?: components["schemas"]["StoreEmails"];
      /** Addresses of web sites that people may come from and be sent back to. */
      origins?: string[];
      /** Address of the picture in mails and pages. */
      logo?: (string | "");
      /** Colour of the shop in mails and on pages, such as `#0b5cad`. */
      color?: (string | "");
      /** Address of the page that says who answers for the shop; mails and pages link it. */
      imprint?: (string | "");
      /** How the store takes orders. */
      commerce?: components["schemas"]["CommerceSettings"];
      /** Address of the store's own screens, for links in mails. */
      operatorUrl?: (string | "");
      /** Where the market sends to, the first that fits. */
      zones?: unknown[];
      /** What buyers are asked with an order. */
      orderBlocks?: unknown[];
      /** What customers are asked with a reservation. */
      reservationBlocks?: unknown[];
      /** How the store takes reservations. */
      bookings?: components["schemas"]["BookingSettings"];
      /** The account that takes cards. */
      paymentProvider?: unknown;
      /** The account at the company whose AI answers. */
      aiProvider?: unknown;
      /** @deprecated Older form of `webhooks`. */
      webhookUrl?: ((string | "") | null);
      /** @deprecated Older form of `webhooks`. */
      webhookEvents?: string[];
    };
    BusinessShippingMethod: {
      /** Id of the record. */
      id: string;
      /** Price in the smallest unit of the market's currency. */
      amount: number;
      /** Your name for it. */
      key?: string;
      /** Name of the way to send. */
      name?: string;
      /** Whether sending is taxed. */
      taxable?: boolean;
      /** How long it takes, in words for buyers. */
      etaText?: (string | null);
      /** Id of the location that buyers fetch from. */
      locationId?: (string | null);
      /** Sum from which sending is free, in the smallest unit. */
      freeAbove?: (number | null);
      /** Prices by weight. */
      weightTiers?: {
        /** Weight that the price holds for, grams. */
        upToGrams: number;
        /** Price in the smallest unit of the market's currency. */
        amount: number;
      }[];
    };
    BusinessShippingMethodInput: {
      /** Id of the record. */
      id: string;
      /** Price in the smallest unit of the market's currency. */
      amount: number;
      /** Your name for it. */
      key?: string;
      /** Name of the way to send. */
      name?: string;
      /** Whether sending is taxed. */
      taxable?: boolean;
      /** How long it takes, in words for buyers. */
      etaText?: (string | null);
      /** Id of the location that buyers fetch from. */
      locationId?: (string | null);
      /** Sum from which sending is free, in the smallest unit. */
      freeAbove?: (number | null);
      /** Prices by weight. */
      weightTiers?: components["schemas"]["WeightTier"][];
    };
    BusinessWebhook: {
      /** Address that events are sent to. */
      url: string;
      /** Event types that are sent; an empty list is all. */
      events: string[];
      /** Headers that are sent along, by name. */
      headers: { [name: string]: string };
      /** Whether events are sent to it. */
      enabled: boolean;
      /** Id of the record. */
      id?: string;
      /** Your name for it. */
      key?: string;
      /** Name for people. */
      name?: string;
      /** Signs the deliveries; shown once. */
      secret?: string;
      /** When it was created, Unix seconds. */
      createdAt?: number;
      /** When it last changed, Unix seconds. */
      updatedAt?: number;
    };
    BusinessWebhookInput: {
      /** Address that events are sent to. */
      url: string;
      /** Id of the record. */
      id?: string;
      /** Your name for it. */
      key?: string;
      /** Name for people. */
      name?: string;
      /** Event types that are sent; an empty list is all. */
      events?: string[];
      /** Headers that are sent along, by name. */
      headers?: { [name: string]: string };
      /** Signs the deliveries; shown once. */
      secret?: string;
      /**
       * Whether events are sent to it.
       * @default true
       */
      enabled?: boolean;
      /** When it was created, Unix seconds. */
      createdAt?: number;
      /** When it last changed, Unix seconds. */
      updatedAt?: number;
    };
    BusinessZone: {
      /** Countries of the zone, ISO 3166-1 codes; UK is read as GB. An empty list is all. */
      countries: string[];
      /** States of the zone; an empty list is all. */
      states: string[];
      /** Postal codes of the zone; `101*` is all that begin so. */
      postalCodes: string[];
      /** Ways to send. */
      shippingMethods: components["schemas"]["BusinessShippingMethod"][];
      /** Id of the record. */
      id?: string;
      /** Tax rate in hundredths of a percent: 1900 is 19 %. */
      taxBps?: (number | null);
      /** Rates of single tax categories. */
      taxRates?: {
        /** Key of the tax category that the rate is for. */
        category: string;
        /** Tax rate in hundredths of a percent: 1900 is 19 %. */
        taxBps: number;
        /** Name for people. */
        name: string;
      }[];
    };
    BusinessZoneInput: {
      /** Id of the record. */
      id?: string;
      /** Countries of the zone, ISO 3166-1 codes; UK is read as GB. An empty list is all. */
      countries?: string[];
      /** States of the zone; an empty list is all. */
      states?: string[];
      /** Postal codes of the zone; `101*` is all that begin so. */
      postalCodes?: string[];
      /** Tax rate in hundredths of a percent: 1900 is 19 %. */
      taxBps?: (number | null);
      /** Rates of single tax categories. */
      taxRates?: components["schemas"]["TaxRate"][];
      /** Ways to send. */
      shippingMethods?: components["schemas"]["BusinessShippingMethodInput"][];
    };
    BuyerOrder: {
      /** Id of the record. */
      id: string;
      /** Number of the order, for people. */
      number: string;
      /** Id of the store. */
      store_id: string;
      /** Id of the contact who bought. */
      contact_id: (string | null);
      /** Id of the cart that the order was made of. */
      source_cart_id: (string | null);
      /** Mail address of the buyer. */
      email: (string | null);
      /** How far it is. */
      status: (
        | "pending" | "confirmed" | "partially_cancelled" | "cancelled" | "completed"
      );
      /** How far the payment is. */
      payment_status: (
        | "unpaid" | "pending" | "authorized" | "paid" | "partially_refunded" | "refunded" | "failed" | "expired"
      );
      /** How far the goods are. */
      fulfillment_status: ("unfulfilled" | "partially_fulfilled" | "fulfilled" | "not_required");
      /** Ids of the reservations that belong to it. */
      reservation_ids: string[];
      /** Key of the market, which decides currency and prices. */
      market: string;
      /** Whether prices contain the tax. */
      tax_inclusive: boolean;
      /** Three letters, ISO 4217. */
      currency: string;
      /** Sum of the items before discount and sending, in the smallest unit of the currency. */
      subtotal: number;
      /** What the promo code takes off, in the smallest unit of the currency. */
      discount: number;
      /** What sending costs, in the smallest unit of the currency. */
      shipping: number;
      /** Tax in the sum, in the smallest unit of the currency. */
      tax: number;
      /** What the buyer pays, in the smallest unit of the currency. */
      total: number;
      /** The promo code. */
      promo_code: (string | null);
      /** Number of the receipt, given when money comes. */
      receipt_number: (string | null);
      /** When it was created, Unix seconds. */
      created_at: number;
      /** When it last changed, Unix seconds. */
      updated_at: number;
      /** Id of the member who made the order for a buyer. */
      account_id: (string | null);
      /** What was ordered, one item for each line. */
      items: components["schemas"]["BuyerOrderItem"][];
      /** What sending costs, by method. */
      shipping_lines: components["schemas"]["ShippingLine"][];
      /** What it comes to: its price, discount and tax. */
      money: components["schemas"]["Totals"];
      /** How it is paid for, and how far that is. */
      payment: components["schemas"]["BuyerPayment"];
      /** Where the goods go. */
      shipping_address: (components["schemas"]["Address"] | null);
      /** Where the bill goes. */
      billing_address: (components["schemas"]["Address"] | null);
      /** Forms that the buyer filled in. */
      forms: components["schemas"]["FilledForm"][];
      /** The parcels. */
      shipments: components["schemas"]["BuyerShipment"][];
      /** Returns that were asked for. */
      returns: components["schemas"]["BuyerReturn"][];
      /** What was done to it, the last one now. */
      history: components["schemas"]["HistoryEntry"][];
      /**
       * Number of the record's last change. A change that sends it is a 409 if somebody else was faster.
       * @default 1
       */
      version: number;
    };
    BuyerOrderItem: {
      /** Id of the record. */
      id: string;
      /** Id of the line in the cart that it was. */
      line_id: string;
      /** What kind it is. */
      type: ("product" | "service");
      /** Id of the product. */
      product_id: (string | null);
      /** Id of the variant of the product. */
      variant_id: (string | null);
      /** Id of the service. */
      service_id: (string | null);
      /** Id of the provider of the service. */
      provider_id: (string | null);
      /** Id of the reservation. */
      reservation_id: (string | null);
      /** Id of the appointment within its reservation. */
      part_id: (string | null);
      /** When the appointment begins, Unix seconds. */
      from: (number | null);
      /** When the appointment ends, Unix seconds. */
      to: (number | null);
      /** Units. */
      quantity: number;
      /** Units that were cancelled. */
      cancelled_quantity: number;
      /** Units that were sent. */
      fulfilled_quantity: number;
      /** Units that came back. */
      returned_quantity: number;
      /** Units whose money went back. */
      refunded_quantity: number;
      /**
       * Units that were cancelled before they were paid for.
       * @default 0
       */
      unpaid_quantity: number;
      /** How far the goods are. */
      fulfillment_status: ("unfulfilled" | "partially_fulfilled" | "fulfilled");
      /** What was sold, as it was at that moment. */
      snapshot: components["schemas"]["ItemSnapshot"];
      /** How far it is. */
      status: {
        /** How far it is. */
        status: ("pending" | "confirmed" | "cancelled");
        /** Until when units are held for the payment, Unix seconds. */
        expires_at: (number | null);
        /** Why it was done. */
        reason: (string | null);
      };
      /** What it comes to: its price, discount and tax. */
      money: components["schemas"]["ItemAmounts"];
    };
    BuyerOrderPage: {
      /** The records of this page. */
      items: components["schemas"]["BuyerOrder"][];
      /** Gives the next page; null on the last one. */
      cursor: (string | null);
      /** Parameters that were sent and that the list does not know. Absent where there are none. */
      ignored_parameters?: string[];
    };
    BuyerPayment: {
      /** Id of the record. */
      id: (string | null);
      /** What kind it is. */
      type: ("cash" | "credit_card" | "free");
      /** Key of the way to pay. */
      method_key: (string | null);
      /** The payment provider. */
      provider: (string | null);
      /** How far it is. */
      status: string;
      /** Money, in the smallest unit of the order's currency. */
      amount: number;
      /** Money that came, in the smallest unit of the currency. */
      captured: number;
      /** Money that went back, in the smallest unit of the currency. */
      refunded: number;
      /** Money on its way back, in the smallest unit of the currency. */
      refund_pending: number;
      /** Three letters, ISO 4217. */
      currency: string;
      /** The promo code. */
      promo_code: (string | null);
      /** Key of the market, which decides currency and prices. */
      market: string;
      /** Sum of the items before discount and sending, in the smallest unit of the currency. */
      subtotal: number;
      /** What sending costs, in the smallest unit of the currency. */
      shipping: number;
      /** What the promo code takes off, in the smallest unit of the currency. */
      discount: number;
      /** Tax in the sum, in the smallest unit of the currency. */
      tax: number;
      /** What the buyer pays, in the smallest unit of the currency. */
      total: number;
      /** What went back, one entry for each refund. */
      refunds: components["schemas"]["BuyerRefund"][];
    };
    BuyerRefund: {
      /** Id of the record. */
      id: string;
      /** Money, in the smallest unit of the order's currency. */
      amount: number;
      /** How far it is. */
      status: ("pending" | "succeeded" | "failed");
      /** What sending costs, in the smallest unit of the currency. */
      shipping: number;
      /** When it was created, Unix seconds. */
      created_at: number;
      /** Which items, and how many units of each. */
      lines: {
        /** Id of the item. */
        order_item_id: string;
        /** Units. */
        quantity: number;
        /** Money, in the smallest unit of the order's currency. */
        amount: number;
      }[];
    };
    BuyerReturn: {
      /** Id of the record. */
      id: string;
      /** How far it is. */
      status: ("asked" | "received" | "refused");
      /** Why it was done. */
      reason: (string | null);
      /** Id of the refund that a return led to. */
      refund_id: (string | null);
      /** When it was created, Unix seconds. */
      created_at: number;
      /** When it last changed, Unix seconds. */
      updated_at: number;
      /** Which items, and how many units of each. */
      lines: components["schemas"]["ItemQuantity"][];
    };
    BuyerShipment: {
      /** Id of the record. */
      id: string;
      /** Id of the order. */
      order_id: string;
      /** Company that carries the parcel. */
      carrier: (string | null);
      /** How it is sent, as the carrier names it. */
      service: (string | null);
      /** Number of the parcel at the carrier. */
      tracking_number: (string | null);
      /** Page of the carrier on which the parcel can be followed. */
      tracking_url: (string | null);
      /** How far it is. */
      status: (
        | "pending" | "label_created" | "in_transit" | "out_for_delivery" | "delivered" | "failed" | "returned"
        | "cancelled"
      );
      /** When it was created, Unix seconds. */
      created_at: number;
      /** When it last changed, Unix seconds. */
      updated_at: number;
      /** Which items, and how many units of each. */
      lines: components["schemas"]["ItemQuantity"][];
    };
    CardSettings: {
      /** The payment provider. */
      provider: (string | null);
      /** Public key with which a page asks the payment provider. */
      publishable_key: (string | null);
    };
    Cart: {
      /** Id of the record. */
      id: string;
      /** Id of the store. */
      store_id: string;
      /** Id of the contact, where a visitor is known. */
      contact_id: (string | null);
      /** Where the record stands in its life. */
      status: ("active" | "abandoned" | "converted" | "expired");
      /** Who began it: `storefront` for a visitor, `operator` for a member. */
      origin: ("storefront" | "admin");
      /** Id of the member who began it. */
      created_by_account_id: (string | null);
      /** Key of the market, which decides currency and prices. */
      market: string;
      /** The promo code. */
      promo_code: (string | null);
      /** Key of the way to pay. */
      payment_method_key: (string | null);
      /** Id of the way to send. */
      shipping_method_id: (string | null);
      /** Id of the order that was made of it. */
      converted_order_id: (string | null);
      /** Id of the cart that its lines went into. */
      merged_into_cart_id: (string | null);
      /** When a buyer or a member last changed it, Unix seconds. */
      last_action_at: number;
      /** When the cart was abandoned, Unix seconds. */
      abandoned_at: (number | null);
      /** When the buyer was reminded by mail, Unix seconds. */
      recovery_sent_at: (number | null);
      /** When it was created, Unix seconds. */
      created_at: number;
      /** When it last changed, Unix seconds. */
      updated_at: number;
      /** Where the goods go. */
      shipping_address: (components["schemas"]["Address"] | null);
      /** Where the bill goes. */
      billing_address: (components["schemas"]["Address"] | null);
      /** Forms that the buyer filled in. */
      forms: components["schemas"]["FilledForm"][];
      /** Opens the cart without a session: whoever has it can read and change the cart. */
      token: (string | null);
      /** Three letters, ISO 4217. */
      currency: string;
      /** What is bought, one line for each variant or appointment. */
      items: components["schemas"]["CartItem"][];
      /** Units and appointments in the cart. */
      item_count: number;
      /** What it comes to: its price, discount and tax. */
      money: (components["schemas"]["Totals"] | null);
      /** The quote that was made last. */
      quote_snapshot: (components["schemas"]["QuoteSnapshot"] | null);
      /** What was typed and cannot be ordered so. */
      problems: components["schemas"]["CartProblem"][];
      /**
       * Number of the record's last change. A change that sends it is a 409 if somebody else was faster.
       * @default 1
       */
      version: number;
      /** Lines that could not be taken over. */
      dropped?: components["schemas"]["CartItem"][];
    };
    CartItem: {
      /** What it is of: a line is a `product` or a `service`. */
      type: ("product" | "service");
      /** Id of the record. */
      id: string;
      /** Id of the product. */
      product_id: (string | null);
      /** Id of the variant of the product. */
      variant_id: (string | null);
      /** Id of the service. */
      service_id: (string | null);
      /** Id of the provider of the service. */
      provider_id: (string | null);
      /** How many units. */
      quantity: number;
      /** Price of one, in the currency's smallest unit. */
      price: (number | null);
      /** Times of the appointment. */
      slots: components["schemas"]["CartItemSlot"][];
      /** Forms that the buyer filled in. */
      forms: components["schemas"]["FilledForm"][];
      /** Name of what is bought. */
      name: string;
      /** Name in addresses, by language. */
      slug: { [name: string]: string };
      /** Your number of the variant. */
      sku: (string | null);
      /** Address of the first picture. */
      image: (string | null);
      /** What tells the variant from others, such as its size. */
      attributes: components["schemas"]["Block"][];
      /** Price of one, in the currency's smallest unit. */
      unit_price: (number | null);
      /** Price before a reduction, in the currency's smallest unit. */
      compare_at: (number | null);
      /** How many can be bought now; null where they are not counted. */
      available: (number | null);
      /** What is not as it was when the line was put in. */
      changed: ("price" | "stock" | "archived")[];
    };
    CartItemInput: {
      /** Id of the line. */
      id?: (string | null);
      /** What it is of: a line is a `product` or a `service`. */
      type?: (string | null);
      /** Id of the product. */
      product_id?: (string | null);
      /** Id of the variant of the product. */
      variant_id?: (string | null);
      /** How many units. */
      quantity?: (number | null);
      /** Price of one, in the currency's smallest unit. */
      price?: ((number | {
        /** Money, in the currency's smallest unit. */
        amount: number;
      }) | null);
      /** Id of the service. */
      service_id?: (string | null);
      /** Id of the provider of the service. */
      provider_id?: (string | null);
      /** Times of the appointment. */
      slots?: ({
        /** When the appointment begins, Unix seconds. */
        from: number;
        /** When the appointment ends, Unix seconds. */
        to?: (number | null);
      }[] | null);
      /** Forms that the buyer filled in. */
      forms?: (components["schemas"]["FilledFormInput"][] | null);
      /** @deprecated Older form of `slots`. */
      from?: (number | null);
      /** @deprecated Older form of `slots`. */
      to?: (number | null);
    };
    CartItemSlot: {
      /** When the appointment begins, Unix seconds. */
      from: number;
      /** When the appointment ends, Unix seconds. */
      to: (number | null);
    };
    CartPage: {
      /** The records of this page. */
      items: components["schemas"]["StaffCart"][];
      /** Gives the next page; null on the last one. */
      cursor: (string | null);
      /** Parameters that were sent and that the list does not know. Absent where there are none. */
      ignored_parameters?: string[];
    };
    CartProblem: {
      /** Field of the cart, such as `promo_code`. */
      field: string;
      /** The code that the checkout refuses it with. */
      code: string;
      /** What is wrong, for the reader. */
      message: string;
    };
    CartQuote: {
      /** Id of the record. */
      id: string;
      /** Until when the quote holds, Unix seconds. */
      expires_at: number;
      /** Key of the market, which decides currency and prices. */
      market: string;
      /** Three letters, ISO 4217. */
      currency: string;
      /** Zone of the address. */
      zone: (string | null);
      /** What is bought, one line for each variant or appointment. */
      items: components["schemas"]["QuoteItem"][];
      /** What sending costs, by method. */
      shipping_lines: components["schemas"]["ShippingLine"][];
      /** Sum of the lines before discount and sending, in the currency's smallest unit. */
      subtotal: number;
      /** What sending costs, in the currency's smallest unit. */
      shipping: number;
      /** What the promo code takes off, in the currency's smallest unit. */
      discount: number;
      /** Tax in the sum, in the currency's smallest unit. */
      tax: number;
      /** What the buyer pays, in the currency's smallest unit. */
      total: number;
      /** What it comes to: its price, discount and tax. */
      money: components["schemas"]["Totals"];
      /** The way to send that was chosen. */
      shipping_method: (components["schemas"]["OfferedShippingMethod"] | null);
      /** Ways to send that can be chosen. */
      shipping_methods: components["schemas"]["OfferedShippingMethod"][];
      /** The way to pay that was chosen. */
      payment_method: ({
        /** Id of the record. */
        id: string;
        /** Your name for what it is of. */
        key: string;
        /** Kind of the way to pay. */
        type: string;
        /** How it is paid for. */
        method: string;
      } | null);
      /** Ways to pay that can be chosen. */
      payment_methods: {
        /** Id of the record. */
        id: string;
        /** Your name for what it is of. */
        key: string;
        /** Kind of the way to pay. */
        type: string;
        /** How it is paid for. */
        method: string;
      }[];
      /** The promo code. */
      promo_code: ({
        /** Id of the promo code. */
        promo_code_id: string;
        /** The promo code as the buyer typed it. */
        code: string;
        /** What the promo code takes off, by market. */
        discounts: components["schemas"]["PromoDiscount"][];
        /** When the promo code counts. */
        conditions: components["schemas"]["PromoCondition"][];
      } | null);
      /** How it is paid for, and what. */
      payment: {
        /** Three letters, ISO 4217. */
        currency: string;
        /** Key of the market, which decides currency and prices. */
        market: string;
        /** Sum of the lines before discount and sending, in the currency's smallest unit. */
        subtotal: number;
        /** What sending costs, in the currency's smallest unit. */
        shipping: number;
        /** What the promo code takes off, in the currency's smallest unit. */
        discount: number;
        /** Tax in the sum, in the currency's smallest unit. */
        tax: number;
        /** What the buyer pays, in the currency's smallest unit. */
        total: number;
        /** Kind of the way to pay. */
        type: ("cash" | "credit_card" | "free");
      };
      /** What the card is charged, in the currency's smallest unit. */
      charge_amount: number;
      /** What was typed and cannot be ordered so. */
      problems: components["schemas"]["CartProblem"][];
    };
    ChangeInventory: {
      /** Id of the variant of the product. */
      variant_id: string;
      /** Id of the location. */
      location_id?: (string | null);
      /** Units to add, or to take away where it is below zero. */
      delta?: (number | null);
      /** Units that can be sold. */
      available?: (number | null);
      /** Units that you believe are there; another number is a 409. */
      expected?: (number | null);
      /** Whether it is sold below zero. */
      backorder?: (boolean | null);
      /** Number of units at which `inventory.low` is announced. */
      low_at?: (number | null);
      /** Whether stock is counted; what is not counted never runs out. */
      counted?: (boolean | null);
    };
    ChangeOrders: {
      /** `fulfil` sends all that can be sent. */
      action: ("fulfil" | "tag" | "untag");
      /** Ids of the orders, each once. */
      ids: string[];
      /** Words by which staff sort orders. At most 20; case alone makes no other one. */
      tags?: string[];
    };
    ChangePassword: {
      /** The password until now. */
      oldPassword?: string;
      /** The password from now on. */
      newPassword?: string;
    };
    CheckoutCart: {
      /** Key of the way to pay. */
      payment_method_key?: (string | null);
      /** Where the buyer goes on after paying. */
      return_url?: (string | null);
      /** Where a buyer goes who leaves the payment page. */
      cancel_url?: (string | null);
      /** Mail address of the buyer. */
      email?: (string | null);
      /** What the buyer agrees to, one for each channel. */
      consents?: (components["schemas"]["OwnConsent"][] | null);
      /** Id of the quote that the buyer agreed to. */
      quote_id?: (string | null);
      /** Money, in the currency's smallest unit. */
      amount?: (number | null);
      /** @deprecated Repeats `{cartId}` of the path. Leave it out. */
      id?: string;
      /** @deprecated Repeats `{storeId}` of the path. Leave it out. */
      store_id?: string;
      /** @deprecated Older form of `payment_method_key`. */
      payment_method_id?: (string | null);
      /** @deprecated Older form of `quote_id`. */
      quoteId?: (string | null);
    };
    CheckoutReservation: {
      /** Id of the business. */
      businessId?: string;
      /** Key of the market, which decides currency and prices. */
      market?: string;
      /** Three letters, ISO 4217. */
      currency?: string;
      /** Appointments of the reservation, all or none. */
      parts?: components["schemas"]["ReservationPartInput"][];
      /** Id of the way to pay. */
      paymentMethodId?: string;
      /** The promo code. */
      promoCode?: (string | null);
      /** Id of the promo code. */
      promoCodeId?: (string | null);
      /** Where it takes place. */
      location?: (components["schemas"]["Coordinates"] | null);
      /** Mail address of the customer. */
      email?: string;
      /** What the customer was asked, each answer with its key. */
      blocks?: components["schemas"]["ReservationBlockInput"][];
      /** Name of the customer. */
      name?: string;
      /** Id of the quote that the customer agreed to. */
      quoteId?: string;
      /** Money, in the currency's smallest unit. */
      amount?: number;
      /** Where the customer goes on after paying. */
      successUrl?: string;
      /** Where a buyer goes who leaves the payment page. */
      cancelUrl?: string;
      /** @deprecated Older form of `parts`. */
      items?: components["schemas"]["ReservationPartInput"][];
      /** @deprecated Older form of `paymentMethodId`. */
      paymentMethod?: string;
    };
    CheckoutResult: {
      /** Id of the order. */
      order_id: string;
      /** Number of the order, for people. */
      number: string;
      /** How far it is. */
      status: (
        | "pending" | "confirmed" | "partially_cancelled" | "cancelled" | "completed"
      );
      /** How far the payment is. */
      payment_status: (
        | "unpaid" | "pending" | "authorized" | "paid" | "partially_refunded" | "refunded" | "failed" | "expired"
      );
      /** What the buyer pays, in the smallest unit of the currency. */
      total: number;
      /** Three letters, ISO 4217. */
      currency: string;
      /** What the buyer's page does to pay; null where nothing is to be paid. */
      payment_action: components["schemas"]["PaymentAction"];
      /** How it is paid for, and how far that is. */
      payment: components["schemas"]["BuyerPayment"];
      /** @deprecated Older form of `payment_action.url`. */
      checkoutUrl: (string | null);
      /** @deprecated Older form of `payment_action.url`. */
      paymentUrl: (string | null);
    };
    ClassifyComments: {
      /** Id of the publication. */
      publication_id?: (string | null);
      /** `true` classifies again what is classified. */
      force?: (boolean | null);
      /** Most comments that are classified in this call. */
      limit?: (number | null);
    };
    ClassifyResult: {
      /** Comments that were looked at. */
      comments_scanned: number;
      /** Comments that were classified. */
      comments_classified: number;
      /** Comments that were left as they are. */
      comments_skipped: number;
      /** The comments, each as it is now. */
      comments: components["schemas"]["Comment"][];
      /** Ids of the comments that were left as they are. */
      skipped_comment_ids: string[];
      /** What is wrong; nothing is posted meanwhile. */
      errors: components["schemas"]["SocialError"][];
    };
    Collection: {
      /** Id of the record. */
      id: string;
      /** Your name for it, unique among collections or among the fields of one. */
      key: string;
      /** Id of the store. */
      store_id: string;
      /** Where the record stands in its life. */
      status: ("active" | "archived");
      /** When it was created, Unix seconds. */
      created_at: number;
      /** When it last changed, Unix seconds. */
      updated_at: number;
      /** The fields that an entry has, in order. */
      fields: components["schemas"]["CollectionField"][];
      /**
       * Number of the record's last change. A change that sends it is a 409 if somebody else was faster.
       * @default 1
       */
      version: number;
      /** @deprecated Older form of `fields`. */
      schema: components["schemas"]["CollectionField"][];
    };
    CollectionField: {
      /** Id of the record. */
      id: string;
      /** Name of the field within the collection. */
      key: string;
      /** Type of the field, which says what its value is. */
      type: (
        | "text" | "markdown" | "number" | "boolean" | "date" | "geo_location" | "select" | "media" | "entry"
      );
      /** Whether a value must be given. */
      required: boolean;
      /** Settings of the field, by its type. */
      properties: { [name: string]: unknown };
    };
    CollectionFieldInput: {
      /** Your name for it, unique among collections or among the fields of one. */
      key: string;
      /** Type of the field, which says what its value is. */
      type: (
        | "text" | "markdown" | "number" | "boolean" | "date" | "geo_location" | "select" | "media" | "entry"
      );
      /** Id of the record. */
      id?: string;
      /**
       * Whether a value must be given.
       * @default false
       */
      required?: boolean;
      /** Settings of the field, by its type. */
      properties?: {
        /** Text before the field, by language. */
        label?: (string | { [name: string]: string });
        /** Text of an empty field. */
        placeholder?: (string | { [name: string]: string });
        /** Regular expression that a text must match. */
        pattern?: string;
        /** Fewest characters. */
        minLength?: number;
        /** Most characters. */
        maxLength?: number;
        /** Fewest values. */
        minValues?: number;
        /** Most values. */
        maxValues?: number;
        /** Least value. */
        min?: number;
        /** Greatest value. */
        max?: number;
        /** Whether a value must be given. */
        isRequired?: boolean;
        /** Whether a value must be given. */
        required?: boolean;
        /** How a form shows the field. */
        style?: { [name: string]: unknown };
        /** Address that the value must begin with. */
        url?: (string | boolean);
        /** How a filter compares the value. */
        operation?: (
          | "plus" | "minus" | "equals" | "greater_than" | "less_than" | "greater_than_or_equal" | "less_than_or_equal"
          | "contains"
        );
        /** Country that a phone number or postal code is of, two letters. */
        country?: string;
        /** Whether the value is a map of languages. */
        localized?: boolean;
        /** Values to choose from. */
        options?: string[];
      };
    };
    CollectionPage: {
      /** The records of this page. */
      items: components["schemas"]["Collection"][];
      /** Gives the next page; null on the last one. */
      cursor: (string | null);
      /** Parameters that were sent and that the list does not know. Absent where there are none. */
      ignored_parameters?: string[];
    };
    Comment: {
      /** Id of the record. */
      id: string;
      /** Id of the store. */
      store_id: string;
      /** Id of the publication. */
      publication_id: string;
      /** Id of the account at the network that posts. */
      social_account_id: string;
      /** The network. */
      provider_type: components["schemas"]["ProviderType"];
      /** Id of the comment at the network. */
      provider_comment_id: string;
      /** Id at the network of the comment that it answers. */
      provider_parent_comment_id: (string | null);
      /** Id of the comment that it answers. */
      parent_comment_id: (string | null);
      /** Id of the comment that the thread begins with. */
      root_comment_id: string;
      /** Levels below the first comment. */
      depth: number;
      /** Replies that were read so far. */
      synced_reply_count: number;
      /** Whether the network has replies that were not read. */
      has_more_replies: boolean;
      /** When its replies were last read, Unix seconds. */
      thread_last_synced_at: (number | null);
      /** Name of the author. */
      author_name: string;
      /** Name of the author at the network, with its @. */
      author_handle: (string | null);
      /** Whether the account itself wrote it. */
      author_is_channel: boolean;
      /** What the comment says. */
      text: string;
      /** Where the record stands in its life. */
      status: ("open" | "replied" | "hidden" | "deleted");
      /** Whether the comment was answered. */
      reply_status: ("none" | "requested" | "processing" | "succeeded" | "failed" | "unknown");
      /** Your id of the reply: the same one is one reply. */
      reply_id: (string | null);
      /** What the comment is about. */
      classification_intent: ((
        | "lead" | "support" | "complaint" | "question" | "praise" | "spam" | "general"
      ) | null);
      /** How soon the comment wants an answer. */
      classification_priority: (("urgent" | "high" | "normal" | "low") | null);
      /** How sure the AI is, from 0 to 1. */
      classification_confidence: (number | null);
      /** The comment in few words. */
      classification_summary: (string | null);
      /** Why it was classified so. */
      classification_reason: (string | null);
      /** A reply that the AI proposes. */
      suggested_reply: (string | null);
      /** The AI model that classified it. */
      classification_model: (string | null);
      /** When the comment was classified, Unix seconds. */
      classified_at: (number | null);
      /** When it was created, Unix seconds. */
      created_at: number;
      /** When it was written at the network, Unix seconds. */
      provider_created_at: number;
      /** When it was last read from the network, Unix seconds. */
      last_synced_at: number;
      /** When it was answered, Unix seconds. */
      replied_at: (number | null);
    };
    CommentPage: {
      /** The records of this page. */
      items: components["schemas"]["Comment"][];
      /** Gives the next page; null on the last one. */
      cursor: (string | null);
      /** Parameters that were sent and that the list does not know. Absent where there are none. */
      ignored_parameters?: string[];
    };
    CommentReply: {
      /** The comment that the answer is about. */
      comment: components["schemas"]["Comment"];
      /** The reply as it was sent. */
      reply: {
        /** Your id of the reply: the same one is one reply. */
        reply_id: string;
        /** Id of the comment at the network. */
        provider_comment_id: (string | null);
        /** Address of the comment at the network. */
        provider_comment_url: (string | null);
        /** Where the record stands in its life. */
        status: ("requested" | "processing" | "succeeded" | "failed" | "unknown");
      };
    };
    CommentThread: {
      /** The comment that the answer is about. */
      comment: components["schemas"]["Comment"];
      /** The records of this page. */
      items: components["schemas"]["Comment"][];
      /** Gives the next page; null on the last one. */
      cursor: (string | null);
      /** What is wrong; nothing is posted meanwhile. */
      errors: components["schemas"]["SocialError"][];
    };
    CommerceSettings: {
      /** Seconds without a change after which a cart is abandoned. */
      cart_abandoned_after?: number;
      /** Whether buyers of abandoned carts are reminded by mail. */
      recovery_mail?: boolean;
      /** Whether only visitors with a proven address can pay in cash. */
      cash_needs_proof?: boolean;
      /** Address of the shop, for links in mails. */
      storefront_url?: (string | null);
    };
    ConfirmPhone: {
      /** Phone number with its country, such as `+43…`. */
      phoneNumber: string;
      /** The code that was mailed or sent. */
      code: string;
    };
    ConfirmUser: {
      /** The secret of the link or of the session. */
      token: string;
    };
    ConnectProvider: {
      /** Id of the provider of the service. */
      providerId: string;
      /** Hours by day of the week. */
      workingDays?: components["schemas"]["WorkingDayInput"][];
      /** Days of every year that replace the working hours. */
      outcastDates?: components["schemas"]["OutcastDateInput"][];
      /** Single days that replace the working hours. */
      specificDates?: components["schemas"]["SpecificDateInput"][];
      /** Hours by day of the week and by date. */
      workingTime?: components["schemas"]["WorkingTimeInput"];
      /** What it costs, by market. */
      prices?: (components["schemas"]["Price"][] | null);
      /** Steps of the service, in order; a step with `isPause` leaves the provider free. */
      durations?: (components["schemas"]["DurationInput"][] | null);
      /** Whether staff confirm a booking first. */
      isApprovalRequired?: (boolean | null);
    };
    ConnectSocialAccount: {
      /** The network. */
      provider_type: components["schemas"]["ProviderType"];
      /** Where the browser goes after the sign-in. */
      return_url?: (string | null);
    };
    ConsentInput: {
      /** How the store may reach the customer: `email`, `sms`, `phone` or `post`. */
      channel: ("email" | "sms" | "phone" | "post");
      /** `granted` or `withdrawn`; of a postal address the state or region. */
      state: ("granted" | "withdrawn");
      /** When it was decided, Unix seconds. */
      at?: number;
      /** How the customer said it. */
      how?: ("form" | "checkout" | "in_person" | "phone" | "paper" | "import");
      /** What was agreed to, or what was noted. */
      text?: string;
      /** Where it was said, such as the name of a form. */
      source?: string;
    };
    Contact: {
      /** Id of the record. */
      id: string;
      /** Id of the store. */
      store_id: string;
      /** Mail address of the visitor. */
      email: (string | null);
      /** Whether the address was proven. */
      verified: boolean;
      /** Where the record stands in its life. */
      status: "active";
      /** When it was created, Unix seconds. */
      created_at: number;
      /** When it last changed, Unix seconds. */
      updated_at: number;
      /** Id of the contact that the visitor is known as by now. */
      merged_into_contact_id?: (string | null);
    };
    ContactCodeSent: {
      /** Whether the code was mailed. */
      sent: true;
      /** Id of the code that was mailed: send it back with the code. */
      challenge_id: string;
      /** Until when the session or the code is good, Unix seconds. */
      expires_at: number;
      /** The contact of the session. */
      contact: components["schemas"]["Contact"];
      /** Credential of the session: send it as `Authorization: Bearer …`. */
      token: null;
      /** The code that was mailed and is to be proven. */
      verification_challenge: {
        /** Id of the code that was mailed: send it back with the code. */
        challenge_id: string;
        /** Until when the session or the code is good, Unix seconds. */
        expires_at: number;
      };
      /** The store, as its pages need it. */
      store: {
        /** Id of the record. */
        id: string;
        /** Your name for the record, unique among its kind. */
        key: string;
        /** Name of the store. */
        name: string;
        /** IANA name, such as `Europe/Berlin`. */
        timezone: string;
        /** Languages of the store, the default one among them. */
        languages: {
          /** Id of the record. */
          id: string;
          /** Code of the language, two letters. */
          code: string;
          /** Whether the language counts where none is asked for. */
          is_default: boolean;
        }[];
        /** Address of the picture in mails and pages. */
        logo: (string | null);
        /** How buyers pay. */
        payment: components["schemas"]["CardSettings"];
      };
      /** Key of the market, which decides currency and prices. */
      market: (components["schemas"]["StorefrontMarket"] | null);
      /** How buyers pay. */
      payment: components["schemas"]["CardSettings"];
    };
    ContactIdentified: {
      /** The contact of the session. */
      contact: components["schemas"]["Contact"];
      /** Credential of the session: send it as `Authorization: Bearer …`. */
      token: {
        /** Id of the record. */
        id: string;
        /** Credential of the session: send it as `Authorization: Bearer …`. */
        token: string;
        /** Where the record stands in its life. */
        status: "active";
        /** When it was created, Unix seconds. */
        created_at: number;
        /** Until when the session or the code is good, Unix seconds. */
        expires_at: number;
      };
      /** The code that was mailed and is to be proven. */
      verification_challenge: ({
        /** Id of the code that was mailed: send it back with the code. */
        challenge_id: string;
        /** Until when the session or the code is good, Unix seconds. */
        expires_at: number;
      } | null);
      /** Whether a code was mailed to the address. */
      code_sent: boolean;
      /** The store, as its pages need it. */
      store: {
        /** Id of the record. */
        id: string;
        /** Your name for the record, unique among its kind. */
        key: string;
        /** Name of the store. */
        name: string;
        /** IANA name, such as `Europe/Berlin`. */
        timezone: string;
        /** Languages of the store, the default one among them. */
        languages: {
          /** Id of the record. */
          id: string;
          /** Code of the language, two letters. */
          code: string;
          /** Whether the language counts where none is asked for. */
          is_default: boolean;
        }[];
        /** Address of the picture in mails and pages. */
        logo: (string | null);
        /** How buyers pay. */
        payment: components["schemas"]["CardSettings"];
      };
      /** Key of the market, which decides currency and prices. */
      market: (components["schemas"]["StorefrontMarket"] | null);
      /** How buyers pay. */
      payment: components["schemas"]["CardSettings"];
    };
    ContactLoggedOut: {
      /** Always true. */
      success: true;
    };
    Conversation: {
      /** Id of the record. */
      id: string;
      /** Id of the store. */
      store_id: string;
      /** Id of the support agent. */
      agent_id: (string | null);
      /** Where the conversation takes place. */
      channel_type: "web";
      /** Where the record stands in its life. */
      status: ("active" | "ai_mode" | "escalated" | "resolved");
      /** Id of the node that the conversation stands at. */
      current_node_id: (string | null);
      /** Id of the contact, where a visitor is known. */
      contact_id: (string | null);
      /** Id of the member who takes care of it. */
      assigned_account_id: (string | null);
      /** Answers of the visitor so far, by the key of their question. */
      data: { [name: string]: unknown };
      /** Values of your own, by name. */
      metadata: { [name: string]: unknown };
      /** Id of the conversation that it goes on from. */
      previous_conversation_id: (string | null);
      /** When it was created, Unix seconds. */
      created_at: number;
      /** When it last changed, Unix seconds. */
      updated_at: number;
      /** What the channel says of the visitor. */
      channel_context: {
        /** Kind of the channel. */
        type: "web";
        /** Id of the contact, where the visitor has a session. */
        visitor_id?: string;
        /** Id of the visitor's session. */
        session_id?: string;
      };
      /** First message of the visitor, Unix seconds; for staff alone. */
      asked_at?: (number | null);
      /** First answer of bot or AI after it; for staff alone. */
      bot_at?: (number | null);
      /** When it first waited for staff; for staff alone. */
      staff_asked_at?: (number | null);
      /** First message of staff; for staff alone. */
      staff_at?: (number | null);
      /** When it first ended; for staff alone. */
      resolved_at?: (number | null);
      /** Who ended it first, bot or staff; for staff alone. */
      resolved_by?: (("bot" | "staff") | null);
    };
    ConversationMessages: {
      /** Id of the record. */
      id: string;
      /** Where the record stands in its life. */
      status: ("active" | "ai_mode" | "escalated" | "resolved");
      /** The conversation as it is now. */
      conversation: components["schemas"]["Conversation"];
      /** The messages, oldest first. */
      messages: components["schemas"]["Message"][];
      /** Milliseconds to wait before the next look. */
      poll_after_ms: number;
      /** Whether there are older messages. */
      has_more: boolean;
    };
    ConversationPage: {
      /** The records of this page. */
      items: components["schemas"]["Conversation"][];
      /** Gives the next page; null on the last one. */
      cursor: (string | null);
      /** Parameters that were sent and that the list does not know. Absent where there are none. */
      ignored_parameters?: string[];
    };
    ConversationStarted: {
      /** Id of the record. */
      id: string;
      /** Where the record stands in its life. */
      status: ("active" | "ai_mode" | "escalated" | "resolved");
      /** The conversation as it is now. */
      conversation: components["schemas"]["Conversation"];
      /** The messages, oldest first. */
      messages: components["schemas"]["Message"][];
      /** Milliseconds to wait before the next look. */
      poll_after_ms: number;
      /** Opens the conversation: send it as `X-Support-Token`. */
      support_token: string;
    };
    ConversationUpdate: {
      /** Id of the record. */
      id: string;
      /** Where the record stands in its life. */
      status: ("active" | "ai_mode" | "escalated" | "resolved");
      /** The conversation as it is now. */
      conversation: components["schemas"]["Conversation"];
      /** The messages, oldest first. */
      messages: components["schemas"]["Message"][];
      /** Milliseconds to wait before the next look. */
      poll_after_ms: number;
    };
    Coordinates: {
      /** Latitude of the place, degrees. */
      lat?: number;
      /** Longitude of the place, degrees. */
      lng?: number;
    };
    CreateAgent: {
      /** Node that a conversation begins at. */
      entry_node_id: string;
      /** What the agent says and asks, by id. */
      nodes: { [name: string]: components["schemas"]["AgentNodeInput"] };
      /** Your name for the agent, unique in the store. */
      key: string;
      /** Name of the agent, for staff. */
      name?: (string | null);
      /** Where the record stands in its life. */
      status?: (("draft" | "active" | "archived") | null);
      /** Ways from one node to the next. */
      edges?: (components["schemas"]["AgentEdgeInput"][] | null);
      /** Settings of the AI that answers. */
      ai_config?: ({
        /**
         * What the AI is told first.
         * @default
         */
        system_prompt?: string;
        /**
         * Messages that the AI is given.
         * @default 20
         */
        max_context_messages?: number;
      } | null);
      /** Channels that the agent serves. */
      channel_ids?: (string[] | null);
      /** A remark for staff. */
      notes?: (string | null);
    };
    CreateApiToken: {
      /** Your name for the token. */
      name: string;
      /** Until when it is good, Unix seconds. */
      expires_at?: (number | null);
    };
    CreateBusiness: {
      /** Name for people. */
      name?: string;
      /** Name in addresses. */
      slug?: string;
      /** What the business does. */
      description?: string;
      /** Mail address of the business. */
      email?: (string | "");
      /** Phone number with its country, such as `+43…`. */
      phone?: string;
      /** Address of the web site. */
      website?: string;
      /** Postal address. */
      address?: {
        /** Street and number. */
        line1?: string;
        /** Floor, door or what else is needed. */
        line2?: string;
        /** City. */
        city?: string;
        /** State or region. */
        state?: string;
        /** Postal code. */
        postalCode?: string;
        /** Two letters, ISO 3166-1. */
        country?: string;
      };
      /** Clock of the store, an IANA name such as `Europe/Berlin`. */
      timezone?: string;
      /** Key of the business above this one. */
      networkKey?: (string | null);
      /** Where the record stands in its life. */
      status?: ("DRAFT" | "ACTIVE" | "ARCHIVED");
      /** Pictures of the business. */
      gallery?: components["schemas"]["GalleryItem"][];
      /** Settings of the business. */
      configs?: components["schemas"]["BusinessSettingsInput"];
      /** Your name for it. */
      key?: string;
      /** @deprecated Older form of `status`. */
      statuses?: {
        /** Where the record stands in its life. */
        status: ("DRAFT" | "ACTIVE" | "ARCHIVED");
      }[];
    };
    CreateBusinessCollection: {
      /** Name for people. */
      name: string;
      /** Name in addresses, by language. */
      slug?: string;
      /** What it is for. */
      description?: string;
      /** What the collection is for. */
      type?: string;
      /** Typed values, each with its key. */
      blocks?: {
        /** What the collection is for. */
        type: (
          | "TEXT" | "NUMBER" | "BOOLEAN" | "DATE" | "RELATIONSHIP" | "GEO_LOCATION" | "MEDIA" | "SELECT"
          | "MULTI_SELECT"
        );
        /** Id of the record. */
        id?: string;
        /** Your name for the record, unique among its kind. */
        key?: string;
        /**
         * Text before the field, by language.
         * @default
         */
        label?: string;
        /**
         * Whether a value must be given.
         * @default false
         */
        required?: boolean;
        /** Settings of the block. */
        settings?: { [name: string]: unknown };
      }[];
      /** Where the record stands in its life. */
      status?: ("DRAFT" | "PUBLISHED");
      /** What readers pay for the collection. */
      plans?: {
        /** Name for people. */
        name: string;
        /** What the plan costs. */
        price: {
          /** Price in the currency's smallest unit, such as cents. */
          amount: number;
          /** Currency of the price, three letters. */
          currency: string;
          /** How often the price is due. */
          interval?: ("DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY");
        };
        /** Id of the record. */
        id?: string;
        /**
         * What it is for.
         * @default
         */
        description?: string;
        /** What the plan offers, in words. */
        features?: string[];
      }[];
      /** What is counted of a newsletter's mails. */
      tracking?: ({
        /** Whether it is counted that mails are opened; `true` unless set. */
        opens?: (boolean | null);
        /** Whether it is counted that links are followed; `false` unless set, and links stay as they are written. */
        clicks?: (boolean | null);
      } | null);
      /** @deprecated Older form of `status`. */
      statuses?: {
        /** Where the record stands in its life. */
        status: ("DRAFT" | "PUBLISHED");
      }[];
    };
    CreateBusinessEntry: {
      /** Id of the collection. */
      collectionId?: (string | null);
      /** What the entry belongs to, such as `collection:lcol_…`. */
      owner?: string;
      /** Language tag, such as `de-AT`. */
      locale?: string;
      /** Where the record stands in its life. */
      status?: ("DRAFT" | "PUBLISHED");
      /** Typed values, each with its key. */
      blocks?: {
        /** Id of the record. */
        id?: string;
        /** Your name for the record, unique among its kind. */
        key?: string;
        /** Type of the block, which says what its value is. */
        type?: (
          | "TEXT" | "NUMBER" | "BOOLEAN" | "DATE" | "RELATIONSHIP" | "GEO_LOCATION" | "MEDIA" | "SELECT"
          | "MULTI_SELECT"
        );
        /** Settings of the block, by its type. */
        properties?: { [name: string]: unknown };
        /** The value, as its type has it. */
        value?: unknown;
      }[];
      /** @deprecated Older form of `status`. */
      statuses?: {
        /** Where the record stands in its life. */
        status: ("DRAFT" | "PUBLISHED");
      }[];
    };
    CreateCart: {
      /** Key of the market, which decides currency and prices. */
      market?: (string | null);
      /** What is bought, one line for each variant or appointment. */
      items?: (components["schemas"]["CartItemInput"][] | null);
      /** Where the goods go. */
      shipping_address?: (components["schemas"]["AddressInput"] | null);
      /** Where the bill goes. */
      billing_address?: (components["schemas"]["AddressInput"] | null);
      /** Forms that the buyer filled in. */
      forms?: (components["schemas"]["FilledFormInput"][] | null);
      /** The promo code. */
      promo_code?: (string | null);
      /** Key of the way to pay. */
      payment_method_key?: (string | null);
      /** Id of the way to send. */
      shipping_method_id?: (string | null);
      /** Id of the contact, where a visitor is known. */
      contact_id?: (string | null);
      /** @deprecated Repeats `{storeId}` of the path. Leave it out. */
      store_id?: string;
    };
    CreateCollection: {
      /** Your name for it, unique among collections or among the fields of one. */
      key: string;
      /** The fields that an entry has, in order. */
      fields?: components["schemas"]["CollectionFieldInput"][];
      /** Where the record stands in its life. */
      status?: ("active" | "archived");
      /** @deprecated Older form of `fields`. */
      schema?: components["schemas"]["CollectionFieldInput"][];
    };
    CreateCustomer: {
      /** Name of the customer. */
      name?: (string | null);
      /** Mail address, in small letters. */
      email?: (string | null);
      /** Phone number, as it was given. */
      phone?: (string | null);
      /** Language in which the customer is written to. */
      language?: (("en" | "de") | null);
      /** Words that staff sort customers by. */
      tags?: (string[] | null);
      /** Postal addresses of the customer. */
      addresses?: (components["schemas"]["AddressInput"][] | null);
      /** What the customer agreed to or took back; the newest decision of a channel counts. */
      consents?: (components["schemas"]["ConsentInput"][] | null);
    };
    CreateEntry: {
      /** Id of the collection. */
      collection_id: string;
      /** Your name for the entry, unique in its collection. */
      key: string;
      /** Values by the key of their field. */
      fields?: {
        /** Type of the field, which says what its value is. */
        type?: string;
        /** Id of the field of the collection. */
        field_id?: string;
        /** Id of the record. */
        id?: string;
        /** Your name for the entry, unique in its collection. */
        key?: string;
        /** The value, as the type of its field has it. */
        value?: unknown;
      }[];
      /** Name in addresses, by language. */
      slug?: { [name: string]: string };
      /** Where the record stands in its life. */
      status?: ("active" | "draft" | "archived");
      /** @deprecated Older form of `fields`. */
      blocks?: {
        /** Type of the field, which says what its value is. */
        type?: string;
        /** Id of the field of the collection. */
        field_id?: string;
        /** Id of the record. */
        id?: string;
        /** Your name for the entry, unique in its collection. */
        key?: string;
        /** The value, as the type of its field has it. */
        value?: unknown;
      }[];
    };
    CreateForm: {
      /** Name of the field within the form. */
      key: string;
      /** The fields that are asked for, in order. */
      schema?: {
        /** Type of the field, which says what its value is. */
        type: ("text" | "number" | "boolean" | "date" | "geo_location" | "select");
        /** Name of the field within the form. */
        key: string;
        /** Id of the record. */
        id?: string;
        /**
         * Whether an answer must be given.
         * @default false
         */
        required?: boolean;
        /** Least number. */
        min?: number;
        /** Greatest number. */
        max?: number;
        /** Answers to choose from. */
        options?: string[];
      }[];
    };
    CreateInvitation: {
      /** Mail address that the person signs in with. */
      email: string;
      /** Role of the member: `viewer`, `member`, `admin` or `owner`. */
      role?: string;
      /** Roles that are given. */
      roleIds?: string[];
      /** Address of the page that the mail's link leads to. */
      reserveDomain?: string;
    };
    CreateLocation: {
      /** Your name for the record, unique among its kind. */
      key: string;
      /** Where it is. */
      address?: (components["schemas"]["AddressInput"] | null);
      /** Whether buyers can fetch orders there. */
      is_pickup_location?: (boolean | null);
    };
    CreateMarket: {
      /** Your name for it, unique in the store. */
      key: string;
      /** Currency of the market, three letters. */
      currency: string;
      /** Whether prices contain the tax. */
      tax_mode?: ("EXCLUSIVE" | "INCLUSIVE");
      /** Tax rate in hundredths of a percent: 1900 is 19 %. */
      tax_bps?: number;
      /** Ways to pay in the market. */
      payment_methods?: components["schemas"]["PaymentMethodInput"][];
      /** Where the market sends to, the first that fits. */
      zones?: components["schemas"]["ZoneInput"][];
    };
    CreateNode: {
      /** Your name for the node, unique in the store. */
      key: string;
      /** Id of the node above; null at the top. */
      parent_id?: (string | null);
      /** What kind of node it is. */
      type?: string;
      /** Name in addresses, by language. */
      slug?: { [name: string]: string };
      /** Typed values, each with its key. */
      blocks?: components["schemas"]["BlockInput"][];
      /** Where it is filed: taxonomies, each with values of its fields. */
      taxonomies?: components["schemas"]["TaxonomyEntryInput"][];
      /** Where the record stands in its life. */
      status?: ("ACTIVE" | "ARCHIVED");
    };
    CreateOrder: {
      /** What was ordered, one item for each line. */
      items: components["schemas"]["CartItemInput"][];
      /** Id of the contact who bought. */
      contact_id?: (string | null);
      /** Id of the customer under whom it is filed. A visitor never sees it. */
      customer_id?: (string | null);
      /** Mail address of the buyer. */
      email?: (string | null);
      /** Key of the market, which decides currency and prices. */
      market?: (string | null);
      /** Where the goods go. */
      shipping_address?: (components["schemas"]["AddressInput"] | null);
      /** Where the bill goes. */
      billing_address?: (components["schemas"]["AddressInput"] | null);
      /** Forms that the buyer filled in. */
      forms?: (components["schemas"]["FilledFormInput"][] | null);
      /** The promo code. */
      promo_code?: (string | null);
      /** Key of the way to pay. */
      payment_method_key?: (string | null);
      /** Id of the way to send. */
      shipping_method_id?: (string | null);
      /** Money, in the smallest unit of the order's currency. */
      amount?: (number | null);
      /** @deprecated Repeats `{storeId}` of the path. Leave it out. */
      store_id?: string;
    };
    CreatePaymentProvider: {
      /** The company that takes the money. */
      type: string;
      /** Write-only: no answer shows it. */
      secret_key: string;
      /**
       * Public key with which a page asks the provider.
       * @default
       */
      publishable_key?: string;
      /** Write-only: no answer shows it. */
      webhook_secret?: (string | null);
    };
    CreateProduct: {
      /** Your name for the product, unique in the store. */
      key: string;
      /** Name in addresses, by language. */
      slug?: ({ [name: string]: string } | null);
      /** Typed values, each with its key. */
      blocks?: (components["schemas"]["BlockInput"][] | null);
      /** Where it is filed: taxonomies, each with values of its fields. */
      taxonomies?: (components["schemas"]["TaxonomyEntryInput"][] | null);
      /** What is sold of the product, each with prices and stock. */
      variants?: (components["schemas"]["VariantInput"][] | null);
      /** Where the record stands in its life. */
      status?: (("draft" | "active" | "archived") | null);
    };
    CreateProductImport: {
      /** Format of the file. */
      format: ("jsonl" | "csv");
      /** Size of the file, bytes. */
      size: number;
    };
    CreatePromoCode: {
      /** The code as buyers type it. */
      code: string;
      /** What the code takes off, by market. */
      discounts: components["schemas"]["PromoDiscountInput"][];
      /** All that must hold for the code to count. */
      conditions?: components["schemas"]["PromoConditionInput"][];
      /** Where the record stands in its life. */
      status?: ("active" | "archived");
    };
    CreateProvider: {
      /** Your name for it, unique among services or among providers. */
      key?: string;
      /** Name that customers read. */
      name?: string;
      /** What it is, for customers. */
      description?: string;
      /** Name in addresses, by language. */
      slug?: components["schemas"]["SlugInput"];
      /** `public` for all callers, `private` for members alone. */
      access?: ("public" | "private");
      /** Ids of the nodes that it is filed under. */
      nodeIds?: string[];
      /** Ids of the businesses of the network that share it. */
      networkIds?: string[];
      /** Typed values, each with its key. */
      blocks?: components["schemas"]["BlockInput"][];
      /** Where it is filed: taxonomies, each with values of its fields. */
      taxonomies?: components["schemas"]["TaxonomyEntryInput"][];
      /** Where the record stands in its life. */
      status?: ("DRAFT" | "ACTIVE" | "ARCHIVED");
      /** Id of the account. */
      userId?: (string | null);
      /** Ids of the services that the provider offers. */
      serviceIds?: string[];
      /** Hours by day of the week and by date. */
      workingTime?: components["schemas"]["WorkingTimeInput"];
      /** Customers that the provider takes at one time. */
      concurrentLimit?: number;
      /** @deprecated Older form of `status`. */
      statuses?: {
        /** Where the record stands in its life. */
        status: string;
      }[];
    };
    CreatePublication: {
      /** Id of the account at the network that posts. */
      social_account_id: string;
      /** What is posted, by its parts. */
      content: { [name: string]: unknown };
      /** Your name for it. */
      key?: (string | null);
      /** When it is to be posted, Unix seconds. */
      scheduled_at?: (number | null);
      /** `true` posts at once. */
      publish?: (boolean | null);
    };
    CreateReservation: {
      /** Id of the business. */
      businessId?: string;
      /** Key of the market, which decides currency and prices. */
      market?: string;
      /** Id of the contact of the customer. */
      customerId?: (string | null);
      /** Customer of the store under whom staff file it; by the address unless said. */
      customer_id?: (string | null);
      /** Id of the account of the customer. */
      accountId?: (string | null);
      /** Appointments of the reservation, all or none. */
      parts?: components["schemas"]["ReservationPartInput"][];
      /** What the customer was asked, each answer with its key. */
      blocks?: components["schemas"]["ReservationBlockInput"][];
      /** Where the record stands in its life. */
      status?: string;
      /** Where it takes place. */
      location?: (components["schemas"]["Coordinates"] | null);
      /** Mail address of the customer. */
      email?: string;
      /** Name of the customer. */
      name?: string;
      /** @deprecated Older form of `parts`. */
      items?: components["schemas"]["ReservationPartInput"][];
      /** @deprecated Older form of `status`. */
      statuses?: {
        /** Where the record stands in its life. */
        status: string;
      }[];
    };
    CreateService: {
      /** Your name for it, unique among services or among providers. */
      key?: string;
      /** Name that customers read. */
      name?: string;
      /** What it is, for customers. */
      description?: string;
      /** Name in addresses, by language. */
      slug?: components["schemas"]["SlugInput"];
      /** `public` for all callers, `private` for members alone. */
      access?: ("public" | "private");
      /** Ids of the nodes that it is filed under. */
      nodeIds?: string[];
      /** Ids of the businesses of the network that share it. */
      networkIds?: string[];
      /** Typed values, each with its key. */
      blocks?: components["schemas"]["BlockInput"][];
      /** Where it is filed: taxonomies, each with values of its fields. */
      taxonomies?: components["schemas"]["TaxonomyEntryInput"][];
      /** Where the record stands in its life. */
      status?: ("DRAFT" | "ACTIVE" | "ARCHIVED");
      /** What it costs, by market. */
      prices?: components["schemas"]["Price"][];
      /** Steps of the service, in order; a step with `isPause` leaves the provider free. */
      durations?: components["schemas"]["DurationInput"][];
      /** Minutes between two times that are offered. */
      slotInterval?: (number | null);
      /** Whether staff confirm a booking first. */
      isApprovalRequired?: boolean;
      /** Where it takes place. */
      location?: ({
        /** Latitude of the place, degrees. */
        lat?: number;
        /** Longitude of the place, degrees. */
        lng?: number;
      } | null);
      /** Who offers it, with their own prices and times. */
      providers?: components["schemas"]["ConnectProvider"][];
      /** @deprecated Older form of `status`. */
      statuses?: {
        /** Where the record stands in its life. */
        status: string;
      }[];
      /** @deprecated Older form of `prices`. */
      pricing?: {
        /** Keys of the markets that it is offered in. */
        markets: {
          /** Key of the market that the price is for. */
          marketId: string;
          /** What it costs, in the smallest unit of the market's currency. */
          price: number;
          /** Currency of the price, three letters. */
          currency?: (string | null);
        }[];
      };
      /** @deprecated Older form of `durations`. */
      duration?: number;
      /** @deprecated Older form of `providers`. */
      providerIds?: string[];
    };
    CreateShippingProvider: {
      /** The company that offers labels of several carriers. */
      type: ("shippo" | "sandbox");
      /** Write-only: no answer shows it. */
      api_token?: string;
    };
    CreateStore: {
      /** Your name for it. */
      key: string;
      /** Name of the store. */
      name?: string;
      /** Clock of the store, an IANA name such as `Europe/Berlin`. */
      timezone?: string;
      /** Where the record stands in its life. */
      status?: ("DRAFT" | "ACTIVE" | "ARCHIVED");
      /** Languages of the store, the default one among them. */
      languages?: (string | {
        /** Code of the language, two letters. */
        code: string;
        /** Whether it counts where none is named. */
        is_default?: boolean;
      } | {
        /** Id of the record. */
        id: string;
        /** Whether it counts where none is named. */
        is_default?: boolean;
      })[];
      /** Addresses of the store, by purpose. */
      emails?: components["schemas"]["StoreEmails"];
      /** Addresses of web sites that people may come from and be sent back to. */
      origins?: string[];
      /** Address that bills go to. */
      billing_email?: string;
    };
    CreateTaxonomy: {
      /** Your name for the taxonomy, unique in the store. */
      key: string;
      /** Id of the taxonomy above; null at the top. */
      parent_id?: (string | null);
      /** The fields that a record filed there can have, in order. */
      schema?: {
        /** Type of the field, which says what its value is. */
        type: ("text" | "number" | "boolean" | "geo_location");
        /** Your name for the taxonomy, unique in the store. */
        key: string;
        /** Id of the record. */
        id?: string;
        /** The value, as the type of its field has it. */
        value?: string[];
        /** Least value. */
        min?: number;
        /** Greatest value. */
        max?: number;
      }[];
      /** Where the record stands in its life. */
      status?: ("active" | "archived");
    };
    CreateUpload: {
      /** Name of the file as the person has it. */
      filename: string;
      /** Size of the file, bytes. */
      size: number;
      /** Type of the file, such as `image/png`. */
      mime_type?: string;
    };
    CreateWebhook: {
      /** Address that events are sent to. */
      url: string;
      /** Your name for the webhook, unique in the store. */
      key?: string;
      /** Your name for it. */
      name?: string;
      /** Event types that are sent; an empty list is all. */
      events?: string[];
      /** Headers that are sent along, by name. */
      headers?: { [name: string]: string };
      /** Signs the deliveries; shown once. */
      secret?: string;
      /**
       * Whether events are sent to it.
       * @default true
       */
      enabled?: boolean;
    };
    CreatedApiToken: {
      /** Id of the record. */
      id: string;
      /** Your name for the token. */
      name: string;
      /** Last characters of the token, to tell tokens apart. */
      token_hint: string;
      /** Where the record stands in its life. */
      status: "active";
      /** When it was created, Unix seconds. */
      created_at: number;
      /** Until when it is good, Unix seconds. */
      expires_at: (number | null);
      /** When it was last used, Unix seconds. */
      last_used_at: null;
      /** The secret: it is shown once. */
      value: string;
      /** @deprecated Older form of `value`. */
      token: {
        /** Id of the record. */
        id: string;
        /** Your name for the token. */
        name: string;
        /** Last characters of the token, to tell tokens apart. */
        token_hint: string;
        /** Where the record stands in its life. */
        status: "active";
        /** When it was created, Unix seconds. */
        created_at: number;
        /** Until when it is good, Unix seconds. */
        expires_at: (number | null);
        /** When it was last used, Unix seconds. */
        last_used_at: null;
        /** The secret: it is shown once. */
        value: string;
      };
    };
    Customer: {
      /** Id of the record. */
      id: string;
      /** Id of the store. */
      store_id: string;
      /**
       * Name of the customer.
       * @default null
       */
      name: (string | null);
      /** Mail address, in small letters. */
      email: (string | null);
      /** Whether the customer proved the address. */
      verified: boolean;
      /**
       * Phone number, as it was given.
       * @default null
       */
      phone: (string | null);
      /**
       * Language in which the customer is written to.
       * @default null
       */
      language: (("en" | "de") | null);
      /** Words that staff sort customers by. */
      tags: string[];
      /**
       * Where the customer came from.
       * @default storefront
       */
      origin: ("storefront" | "booking" | "staff" | "import");
      /** Customers who were joined into this one. */
      merged_ids: string[];
      /**
       * When the customer ordered or booked last, to the day.
       * @default null
       */
      last_seen_at: (number | null);
      /** When it was created, Unix seconds. */
      created_at: number;
      /** When it last changed, Unix seconds. */
      updated_at: number;
      /** Further addresses of the customer, and whether each was proven. */
      other_emails: {
        /** Mail address, in small letters. */
        email: string;
        /** Whether the customer proved the address. */
        verified: boolean;
      }[];
      /** What staff wrote down. */
      notes: {
        /** Id of the record. */
        id: string;
        /** What was agreed to, or what was noted. */
        text: string;
        /** Id of the member of staff who wrote it. */
        account_id: string;
        /** When it was created, Unix seconds. */
        created_at: number;
      }[];
      /** Postal addresses of the customer. */
      addresses: {
        /** Name of the customer. */
        name: (string | null);
        /** Company at the address. */
        company: (string | null);
        /** Street and number. */
        street1: (string | null);
        /** What else the street needs. */
        street2: (string | null);
        /** City of the address. */
        city: (string | null);
        /** `granted` or `withdrawn`; of a postal address the state or region. */
        state: (string | null);
        /** Postal code of the address. */
        postal_code: (string | null);
        /** ISO 3166 code of two letters, such as DE. */
        country: (string | null);
        /** Phone number, as it was given. */
        phone: (string | null);
        /** Mail address, in small letters. */
        email: (string | null);
      }[];
      /** What the customer agreed to or took back; the newest decision of a channel counts. */
      consents: {
        /** How the store may reach the customer: `email`, `sms`, `phone` or `post`. */
        channel: ("email" | "sms" | "phone" | "post");
        /** `granted` or `withdrawn`; of a postal address the state or region. */
        state: ("granted" | "withdrawn");
        /** When it was decided, Unix seconds. */
        at: number;
        /** How the customer said it. */
        how: (
          | ("form" | "checkout" | "in_person" | "phone" | "paper" | "import") | null
        );
        /** What was agreed to, or what was noted. */
        text: (string | null);
        /** Where it was said, such as the name of a form. */
        source: (string | null);
        /** The person who noted it. */
        actor: {
          /** What happened; of an actor, what kind of caller it was. */
          type: string;
          /** Id of the record. */
          id: (string | null);
        };
      }[];
      /** The other customer of the same address: one proved it, and the other is its guest card. */
      same_address: {
        /** Id of the record. */
        id: string;
        /** Whether the customer proved the address. */
        verified: boolean;
      }[];
      /** What the orders and bookings of the customer come to. */
      totals: components["schemas"]["CustomerTotals"];
      /** Counts the changes; send it back to change only what you have seen. */
      version: number;
    };
    CustomerPage: {
      /** The records of this page. */
      items: components["schemas"]["Customer"][];
      /** Gives the next page; null on the last one. */
      cursor: (string | null);
      /** Whether all of the store is counted. */
      complete: boolean;
      /** How many there are, on the first page. */
      count?: {
        /** How many there are; of a field, what was written into it. */
        value: number;
        /** Whether `value` is the number; else there are at least so many. */
        exact: boolean;
      };
    };
    CustomerTimeline: {
      /** The records of this page. */
      items: components["schemas"]["TimelineEntry"][];
      /** Gives the next page; null on the last one. */
      cursor: (string | null);
      /** Whether all of the store is counted. */
      complete: boolean;
    };
    CustomerTotals: {
      /** Orders that were not cancelled; of a merge all that would move. */
      orders: number;
      /** What was paid and not given back, by currency, in minor units. */
      spent: { [name: string]: number };
      /** What was given back, by currency, in minor units. */
      refunded: { [name: string]: number };
      /** When the first order was made that was not cancelled. */
      first_order_at: (number | null);
      /** When the newest order was made that was not cancelled. */
      last_order_at: (number | null);
      /** Appointments that were kept or are to come. */
      appointments: number;
      /** Appointments to which the customer did not come. */
      no_shows: number;
      /** Whether all of the store is counted. */
      complete: boolean;
    };
    CustomersMerged: {
      /** The customer that stays. */
      contact: components["schemas"]["Customer"];
      /** How much would move; null unless `dry_run` asks. */
      moves: (components["schemas"]["MergedRecords"] | null);
      /** Postal addresses of the customer. */
      addresses: string[];
    };
    CustomersTagged: {
      /** What became of each, in the order sent. */
      results: {
        /** Id of the record. */
        id: string;
        /** Whether it is as it was asked for. */
        ok: boolean;
        /** Whether it was another one before. */
        changed: boolean;
        /** Code of the refusal, where it was refused. */
        error?: string;
        /** Why it was refused, for a person. */
        message?: string;
      }[];
    };
    CustomsDeclaration: {
      /** Why the goods are sent, for customs. */
      contents_type: string;
      /** What is to be done with a parcel that cannot be delivered. */
      non_delivery_option: string;
      /** Whether the declaration is signed. */
      certify: boolean;
      /** Name of who signs the declaration. */
      certify_signer: string;
      /** The goods, for customs. */
      items: {
        /** What the goods are. */
        description: string;
        /** Country that the goods were made in, two letters. */
        origin_country: string;
        /** Currency of the value, three letters. */
        value_currency: string;
        /** Unit of the weight. */
        mass_unit: ("oz" | "lb" | "g" | "kg");
        /** How many units. */
        quantity: number;
        /** Weight of the goods without their packing. */
        net_weight: (string | number);
        /** Value of the goods, in their currency. */
        value_amount: (string | number);
      }[];
      /** What the parcel holds, in words for customs. */
      contents_explanation?: string;
    };
    DataItem: {
      /** Name of the value, with what stands before its first colon as its kind. */
      key: string;
      /** The value: any JSON. */
      value: unknown;
    };
    DataItemDeleted: {
      /** Always true. */
      deleted: true;
      /** Always true. */
      success: true;
      /** What was deleted, for a person. */
      message: string;
      /** Always true. */
      ok: true;
    };
    DataItemSaved: {
      /** Always true. */
      ok: true;
    };
    DataPage: {
      /** The values of this page. */
      items: components["schemas"]["DataItem"][];
      /** Gives the next page; null on the last one. */
      cursor: (string | null);
      /** @deprecated Older form of `items`. */
      value: components["schemas"]["DataItem"][];
    };
    DecideReturn: {
      /** How far it is. */
      status: ("received" | "refused");
      /** Number of the record's last change. A change that sends it is a 409 if somebody else was faster. */
      version?: (number | null);
      /** `true` puts the units on sale again. */
      restock?: (boolean | null);
      /** Whether the money goes back too. */
      refund?: ((boolean | ("policy" | null)) | null);
      /** A remark for staff. */
      note?: (string | null);
    };
    Deleted: {
      /** Always true. */
      deleted: true;
      /** Always true. */
      success: true;
      /** What was deleted, for a person. */
      message: string;
    };
    Duration: {
      /** Length of the step, minutes. */
      duration: number;
      /**
       * Whether the provider is free in this step.
       * @default false
       */
      isPause: boolean;
    };
    DurationInput: {
      /** Length of the step, minutes. */
      duration: number;
      /**
       * Whether the provider is free in this step.
       * @default false
       */
      isPause?: boolean;
    };
    EngagementSyncResult: {
      /** Publications that were looked at. */
      publications_scanned: number;
      /** Pages of comments that were read. */
      comment_pages_scanned: number;
      /** Comments that are new or changed. */
      comments_synced: number;
      /** Publications whose numbers were read. */
      metrics_synced: number;
      /** The comments that are new or changed. */
      comments: components["schemas"]["Comment"][];
      /** Numbers by their name. */
      metrics: components["schemas"]["PublicationMetrics"][];
      /** Ids of the publications that were left out. */
      skipped_publication_ids: string[];
      /** What is wrong; nothing is posted meanwhile. */
      errors: components["schemas"]["SocialError"][];
      /** What the network may charge for the calls, US dollars. */
      estimated_cost_usd: number;
      /** Where the next call goes on. */
      stopped_at_publication_id: (string | null);
    };
    Entry: {
      /** Id of the record. */
      id: string;
      /** Id of the store. */
      store_id: string;
      /** Id of the collection. */
      collection_id: string;
      /** Name of the field within the collection. */
      key: string;
      /** Name in addresses, by language. */
      slug: { [name: string]: string };
      /** Where the record stands in its life. */
      status: ("active" | "draft" | "archived");
      /** When it was created, Unix seconds. */
      created_at: number;
      /** When it last changed, Unix seconds. */
      updated_at: number;
      /** Values by the key of their field. */
      fields: components["schemas"]["EntryField"][];
      /**
       * Number of the record's last change. A change that sends it is a 409 if somebody else was faster.
       * @default 1
       */
      version: number;
      /** @deprecated Older form of `fields`. */
      blocks: {
        /** Name of the field within the collection. */
        key: string;
        /** Type of the field, which says what its value is. */
        type: (
          | "text" | "markdown" | "number" | "boolean" | "date" | "geo_location" | "select" | "media" | "entry"
          | "localized_text" | "localized_markdown"
        );
        /** The value, as the type of its field has it. */
        value: unknown;
        /** Id of the record. */
        id: string;
      }[];
    };
    EntryField: {
      /** Type of the field, which says what its value is. */
      type: (
        | "text" | "markdown" | "number" | "boolean" | "date" | "geo_location" | "select" | "media" | "entry"
        | "localized_text" | "localized_markdown"
      );
      /** Id of the field of the collection. */
      field_id: string;
      /** Name of the field within the collection. */
      key: string;
      /** The value, as the type of its field has it. */
      value: unknown;
    };
    EntryPage: {
      /** The records of this page. */
      items: components["schemas"]["Entry"][];
      /** Gives the next page; null on the last one. */
      cursor: (string | null);
      /** Parameters that were sent and that the list does not know. Absent where there are none. */
      ignored_parameters?: string[];
    };
    EventAction: {
      /** Type of the event, such as `form.created`. */
      type: "email";
      /** Id of the node whose build hooks are called. */
      nodeId: string;
      /** Mail addresses, at most 50. */
      recipients: string[];
    };
    EventsResent: {
      /** Whether it is on its way. */
      queued: true;
    };
    ExplainedSlot: {
      /** Id of the provider of the service. */
      providerId: string;
      /** Id of the service. */
      serviceId: string;
      /** When the time begins, Unix seconds. */
      startTime: number;
      /** When the time ends, Unix seconds. */
      endTime: number;
      /** Whether the provider offers the time. */
      offered: boolean;
      /** Why the time is free or not, as a code. */
      reason: (
        | "service_not_active" | "provider_not_active" | "not_connected" | "in_the_past" | "outside_working_hours"
        | "ends_after_working_hours" | "not_on_grid" | "booked" | "offered"
      );
      /** Why the time is free or not, for a person. */
      message: string;
      /** The same time on the clock of the business. */
      localTime: string;
      /** Clock that days and hours are told by, an IANA name such as `Europe/Berlin`. */
      timezone: string;
    };
    FigureGroup: {
      /** Key of the market. */
      market: (string | null);
      /** Three letters, ISO 4217. */
      currency: (string | null);
      /** What all of it comes to, by measure. Amounts are in the currency's smallest unit. */
      totals: { [name: string]: (number | null) };
      /** What is compared with; null where nothing is. */
      before: ({
        /** First day. */
        from: string;
        /** Last day. */
        to: string;
        /** End of what is compared where it ends within a day; null else. */
        until: (number | null);
        /** What all of it comes to, by measure. Amounts are in the currency's smallest unit. */
        totals: { [name: string]: (number | null) };
      } | null);
      /** Change in percent; null where there is nothing to compare with. */
      change: ({ [name: string]: (number | null) } | null);
      /** Points without gaps; null where they were not asked for. */
      points: (components["schemas"]["FigurePoint"][] | null);
      /** Rows of the split. */
      rows: (components["schemas"]["FigureRow"][] | null);
      /** What rows beyond `limit` come to; null where there are none. */
      rest: ({ [name: string]: (number | null) } | null);
      /** What the split does not cover, such as shipping. */
      outside: ({ [name: string]: (number | null) } | null);
    };
    FigurePoint: {
      /** First day of the point. */
      from: string;
      /** Last day of the point. */
      to: string;
      /** Beginning of the point, Unix seconds. */
      starts_at: number;
      /** End of the point, exclusive, Unix seconds. */
      ends_at: number;
      /** Beginning of the point by the store's clocks. */
      local: string;
      /** Whether the point is cut by the range, or not over. */
      partial: boolean;
      /** What it comes to, by measure. */
      values: { [name: string]: (number | null) };
    };
    FigureRow: {
      /** Id or name that the row is of; null where it is unknown. */
      id: (string | null);
      /** What it is called now. */
      label: (string | null);
      /** What it comes to, by measure. */
      values: { [name: string]: (number | null) };
    };
    Figures: {
      /** What the figures are of. */
      family: (
        | "sales" | "funnel" | "appointments" | "chats" | "newsletters" | "forms" | "social" | "webhooks"
      );
      /** The time zone whose days these are. */
      time_zone: string;
      /** First day. */
      from: string;
      /** Last day. */
      to: string;
      /** What points are by. */
      by: ("hour" | "day" | "week" | "month" | "total");
      /** What happened before is counted, Unix seconds; null until it is known. */
      as_of: (number | null);
      /** `building` while an older store is still counted. */
      state: components["schemas"]["FiguresState"];
      /** Day of the oldest record; null where there is none. */
      since: (string | null);
      /** Whether trials are in it. */
      test: ("included" | "excluded" | "only");
      /** Sales that are left out because they are trials. */
      hidden_test_orders: number;
      /** One for each market and currency; there is no sum over them. */
      groups: components["schemas"]["FigureGroup"][];
    };
    FiguresState: ("ready" | "building");
    FiguresStatus: {
      /** Name of the reckoning that is read. */
      generation: (string | null);
      /** The time zone whose days these are. */
      time_zone: string;
      /** `building` while an older store is still counted. */
      state: components["schemas"]["FiguresState"];
      /** What happened before is counted, Unix seconds; null until it is known. */
      as_of: (number | null);
      /** Day of the oldest record; null where there is none. */
      since: (string | null);
      /** Records that are counted. */
      records: number;
    };
    FiguresToday: {
      /** The time zone whose days these are. */
      time_zone: string;
      /** The store's day. */
      date: string;
      /** What happened before is counted, Unix seconds; null until it is known. */
      as_of: (number | null);
      /** One for each market and currency; there is no sum over them. */
      groups: {
        /** Key of the market. */
        market: (string | null);
        /** Three letters, ISO 4217. */
        currency: string;
        /** Today so far. */
        so_far: { [name: string]: (number | null) };
        /** Yesterday, as far as today has full hours. */
        before: { [name: string]: (number | null) };
        /** Change in percent; null where there is nothing to compare with. */
        change: { [name: string]: (number | null) };
        /** The day's hours so far. */
        hours: components["schemas"]["FigurePoint"][];
      }[];
      /** The last seven days, today among them. */
      seven_days: {
        /** Key of the market. */
        market: (string | null);
        /** Three letters, ISO 4217. */
        currency: string;
        /** What all of it comes to, by measure. Amounts are in the currency's smallest unit. */
        totals: { [name: string]: (number | null) };
      }[];
      /** The last thirty days, today among them. */
      thirty_days: {
        /** Key of the market. */
        market: (string | null);
        /** Three letters, ISO 4217. */
        currency: string;
        /** What all of it comes to, by measure. Amounts are in the currency's smallest unit. */
        totals: { [name: string]: (number | null) };
      }[];
      /** The last ninety days, today among them. */
      ninety_days: {
        /** Key of the market. */
        market: (string | null);
        /** Three letters, ISO 4217. */
        currency: string;
        /** What all of it comes to, by measure. Amounts are in the currency's smallest unit. */
        totals: { [name: string]: (number | null) };
      }[];
      /** This year, today among it. */
      year: {
        /** Key of the market. */
        market: (string | null);
        /** Three letters, ISO 4217. */
        currency: string;
        /** What all of it comes to, by measure. Amounts are in the currency's smallest unit. */
        totals: { [name: string]: (number | null) };
      }[];
    };
    FilledForm: {
      /** Id of the form. */
      form_id: (string | null);
      /** Values of the form by the key of their field. */
      fields: {
        /** Your name for what it is of. */
        key: string;
      }[];
    };
    FilledFormInput: {
      /** Values of the form by the key of their field. */
      fields: {
        /** Your name for what it is of. */
        key: string;
      }[];
      /** Id of the form. */
      form_id?: (string | null);
    };
    ForgotPassword: {
      /** Mail address that the person signs in with. */
      email: string;
      /** Address of the page that the mail's link leads to. */
      reserveDomain?: string;
    };
    Form: {
      /** Id of the record. */
      id: string;
      /** Your name for the form, unique in the store. */
      key: string;
      /** Id of the store. */
      store_id: string;
      /** Where the record stands in its life. */
      status: ("active" | "archived");
      /** When it was created, Unix seconds. */
      created_at: number;
      /** When it last changed, Unix seconds. */
      updated_at: number;
      /** The fields that are asked for, in order. */
      schema: components["schemas"]["SchemaField"][];
      /**
       * Number of the record's last change. A change that sends it is a 409 if somebody else was faster.
       * @default 1
       */
      version: number;
    };
    FormPage: {
      /** The records of this page. */
      items: components["schemas"]["Form"][];
      /** Gives the next page; null on the last one. */
      cursor: (string | null);
      /** Parameters that were sent and that the list does not know. Absent where there are none. */
      ignored_parameters?: string[];
    };
    FulfilOrder: {
      /** Which items, and how many units of each. */
      lines: {
        /** Id of the item. */
        order_item_id: string;
        /** Units. */
        quantity: number;
      }[];
      /** Number of the parcel at the carrier. */
      tracking_number?: (string | null);
      /** Page of the carrier on which the parcel can be followed. */
      tracking_url?: (string | null);
      /** Company that carries the parcel. */
      carrier?: (string | null);
      /** How it is sent, as the carrier names it. */
      service?: (string | null);
      /**
       * Your own name of the parcel: sent again with the same body, it is the same parcel. Its id where you gave none.
       */
      shipment_id?: (string | null);
      /** Refused here: `POST …/shipments` buys the label of a rate. */
      rate_id?: (string | null);
    };
    GalleryItem: {
      /** Id of the record. */
      id: string;
      /** Address. */
      url: string;
      /** Type of the picture, such as `image/png`. */
      mimeType: string;
    };
    GenerateBlocks: {
      /** What the AI is asked to write. */
      prompt: string;
      /** Typed values, each with its key. */
      blocks: {
        /** Id of the record. */
        id: string;
        /** Type of the block, which says what its value is. */
        type: (
          | "TEXT" | "NUMBER" | "BOOLEAN" | "DATE" | "RELATIONSHIP" | "GEO_LOCATION" | "MEDIA" | "SELECT"
          | "MULTI_SELECT"
        );
        /**
         * Text before the field, by language.
         * @default
         */
        label?: string;
        /** Settings of the block. */
        settings?: { [name: string]: unknown };
      }[];
    };
    GeneratedBlocks: {
      /** Typed values, each with its key. */
      blocks: {
        /** Id of the record. */
        id: string;
        /** Type of the block, which says what its value is. */
        type: (
          | "TEXT" | "NUMBER" | "BOOLEAN" | "DATE" | "RELATIONSHIP" | "GEO_LOCATION" | "MEDIA" | "SELECT"
          | "MULTI_SELECT"
        );
        /** The value, as its type has it. */
        value: unknown;
      }[];
      /** What wrote the values. */
      generator: {
        /** The company whose AI wrote the values. */
        provider: ("bedrock" | "embedded");
        /** The AI model that wrote the values. */
        model: string;
        /** A remark for editors. */
        note?: string;
      };
    };
    HeldStock: {
      /** Id of the product. */
      product_id: string;
      /** Id of the variant of the product. */
      variant_id: string;
      /** Id of the location that sends it. */
      location_id: string;
      /** Units. */
      quantity: number;
      /** Whether stock of it is counted. */
      counted: boolean;
      /** Units that orders hold. */
      reserved: number;
    };
    HiddenComment: {
      /** The comment that the answer is about. */
      comment: components["schemas"]["Comment"];
    };
    HideComment: {
      /** `true` hides the comment, `false` shows it again. */
      hidden: boolean;
    };
    HistoryEntry: {
      /** What was done. */
      action: string;
      /** Why it was done. */
      reason: (string | null);
      /** When it became so, Unix seconds. */
      timestamp: number;
      /** The account, contact or part of the system that did it. */
      actor: {
        /** What was done. */
        type: string;
        /** Id of the record. */
        id: string;
      };
    };
    IdentifyContact: {
      /** Key of the market that the visitor buys in. */
      market?: string;
      /** Mail address of the visitor. */
      email?: string;
      /** `true` mails a code to the address. */
      verify?: boolean;
    };
    InputNode: {
      /** What kind of node it is. */
      type: "input";
      /** What the AI is told at this node. */
      prompt: string;
      /** Key of the answer. */
      field: string;
      /**
       * What may be answered.
       * @default text
       */
      input_type?: ("text" | "email" | "phone");
      /** What the answer must look like. */
      validation?: (string | null);
    };
    InventoryLevel: {
      /** Id of the record. */
      id: string;
      /** Id of the store. */
      store_id: string;
      /** Id of the product. */
      product_id: string;
      /** Id of the variant of the product. */
      variant_id: string;
      /** Id of the location. */
      location_id: string;
      /** Units that can be sold. */
      available: number;
      /** Units that orders hold. */
      reserved: number;
      /** Whether it is sold below zero. */
      backorder: boolean;
      /** Number of units at which `inventory.low` is announced. */
      low_at: (number | null);
      /** Whether an order ever held any of it. Such a variant can be archived, and not deleted. */
      ordered: boolean;
      /** When it last changed, Unix seconds. */
      updated_at: number;
    };
    InventoryLevelInput: {
      /** Id of the location. */
      location_id?: (string | null);
      /** Units that can be sold. */
      available?: (number | null);
      /** Units that you believe are there; another number is a 409. */
      expected?: (number | null);
      /** Whether it is sold below zero. */
      backorder?: (boolean | null);
      /** Number of units at which `inventory.low` is announced. */
      low_at?: (number | null);
    };
    Invitation: {
      /** Id of the record. */
      id: string;
      /** Mail address that the person signs in with. */
      email: string;
      /** When it was created, Unix seconds. */
      created_at: number;
      /** Until when it is good, Unix seconds. */
      expires_at: number;
      /** Id of the store. */
      store_id: string;
      /** Role of the member: `viewer`, `member`, `admin` or `owner`. */
      role: ("owner" | "admin" | "member" | "viewer");
      /** Who sent the invitation. */
      invited_by: string;
    };
    InvitationAnswered: {
      /** Whether it was done. */
      success: true;
      /** Where the record stands in its life. */
      status: ("ACCEPTED" | "REJECTED");
    };
    InvitationPage: {
      /** The records of this page. */
      items: components["schemas"]["Invitation"][];
      /** Gives the next page; null on the last one. */
      cursor: (string | null);
    };
    InvitationSent: {
      /** Whether it was done. */
      success: true;
      /** Id of the record. */
      id: string;
      /** Mail address that the person signs in with. */
      email: string;
      /** Role of the member: `viewer`, `member`, `admin` or `owner`. */
      role: string;
      /** Where the record stands in its life. */
      status: "PENDING";
      /** Until when it is good, Unix seconds. */
      expiresAt: number;
    };
    ItemAmounts: {
      /** Price of one, in the currency's smallest unit. */
      unit_price: number;
      /** Sum of the lines before discount and sending, in the currency's smallest unit. */
      subtotal: number;
      /** What the promo code takes off, in the currency's smallest unit. */
      discount: number;
      /** Tax in the sum, in the currency's smallest unit. */
      tax: number;
      /** What the buyer pays, in the currency's smallest unit. */
      total: number;
    };
    ItemQuantity: {
      /** Id of the item. */
      order_item_id: string;
      /** Units. */
      quantity: number;
    };
    ItemSnapshot: {
      /** Your name for what it is of. */
      key: string;
      /** Name of what was bought, as it was then. */
      name: string;
      /** Your number of the variant. */
      sku: (string | null);
      /** Address of the first picture. */
      image: (string | null);
      /** Whether it is sent. */
      requires_shipping: boolean;
      /** Weight of one unit, grams. */
      weight: (number | null);
      /** Price of one, in the currency's smallest unit. */
      price: (number | null);
      /** What tells the variant from others, such as its size. */
      attributes: components["schemas"]["Block"][];
      /** Your key of the product; null for an appointment. */
      product_key: (string | null);
      /** Your number of the variant. */
      variant_sku: (string | null);
      /** What tells the variant from others, such as its size. */
      variant_attributes: components["schemas"]["Block"][];
    };
    JsonValue: (string | number | boolean | null | unknown[] | { [name: string]: unknown });
    Location: {
      /** Id of the record. */
      id: string;
      /** Id of the store. */
      store_id: string;
      /** Your name for the record, unique among its kind. */
      key: string;
      /** Whether buyers can fetch orders there. */
      is_pickup_location: boolean;
      /** When it was created, Unix seconds. */
      created_at: number;
      /** When it last changed, Unix seconds. */
      updated_at: number;
      /** Where it is. */
      address: (components["schemas"]["Address"] | null);
      /**
       * Number of the record's last change. A change that sends it is a 409 if somebody else was faster.
       * @default 1
       */
      version: number;
    };
    LocationList: {
      /** The records of this page. */
      items: components["schemas"]["Location"][];
      /** Always null: the list is one page. */
      cursor: null;
      /** Parameters that were sent and that the list does not know. Absent where there are none. */
      ignored_parameters?: string[];
    };
    LoginResult: {
      /** Id of the account. */
      userId: string;
      /** The identity provider, such as `GOOGLE`. */
      provider: string;
      /** Credential of the session: send it as `Authorization: Bearer …`. */
      accessToken: string;
      /** Gives the next access token; each one can be used once. */
      refreshToken: string;
      /** Always `Bearer`. */
      tokenType: "Bearer";
      /** Until when it is good, Unix seconds. */
      expiresAt: number;
      /** What the session may do. */
      scope: string;
      /** Whether the session has no address. */
      isGuest: boolean;
    };
    LoginUrl: {
      /** Page of the identity provider to go to. */
      url: string;
    };
    LoginUser: {
      /** The identity provider, such as `GOOGLE`. */
      provider: ("EMAIL" | "GOOGLE" | "GUEST");
      /** Mail address that the person signs in with. */
      email?: string;
      /** The password. */
      password?: string;
      /** The code that the identity provider gave. */
      code?: string;
      /** The address that the visitor came from. */
      originUrl?: string;
      /** The state that the identity provider gave back. */
      state?: string;
      /** The secret that the browser made for this sign-in, where it sent its challenge. */
      codeVerifier?: string;
      /** Phone number with its country, such as `+43…`. */
      phoneNumber?: string;
    };
    LogoutUser: {
      /** The identity provider, such as `GOOGLE`. */
      provider?: string;
      /** The secret of the link or of the session. */
      token?: string;
      /** The address that the visitor came from. */
      originUrl?: string;
    };
    MailOrder: {
      /** Which mail: of what was ordered, of the newest parcel, or of what was paid. */
      kind: ("confirmation" | "shipment" | "receipt");
    };
    MailReservation: {
      /** Which mail: that it stands or waits for an answer, or that it is cancelled. */
      kind: ("confirmation" | "cancellation");
    };
    MailStats: {
      /** Id of the business. */
      businessId: string;
      /** Mails that were sent. */
      sent: number;
      /** Mails that reached a mailbox. */
      delivered: number;
      /** Mails that a person opened. */
      opened: number;
      /** Mails that could not be sent. */
      failed: number;
      /** Mails that came back. */
      bounced: number;
      /** Mails that were reported as unwanted. */
      complained: number;
      /** Opens by programs that load pictures ahead. */
      machineOpened: number;
      /** Delivered mails in sent ones, from 0 to 1. */
      deliveryRate: number;
      /** Opened mails in delivered ones, from 0 to 1. */
      openRate: number;
      /** Returned mails in sent ones, from 0 to 1. */
      bounceRate: number;
      /** Reported mails in delivered ones, from 0 to 1. */
      complaintRate: number;
    };
    Market: {
      /** Id of the record. */
      id: string;
      /** Your name for it, unique in the store. */
      key: string;
      /** Currency of the market, three letters. */
      currency: string;
      /** Whether prices contain the tax. */
      tax_mode: ("EXCLUSIVE" | "INCLUSIVE");
      /** Tax rate in hundredths of a percent: 1900 is 19 %. */
      tax_bps: number;
      /** Ways to pay in the market. */
      payment_methods: components["schemas"]["PaymentMethod"][];
      /** Where the market sends to, the first that fits. */
      zones: components["schemas"]["Zone"][];
      /**
       * Number of the record's last change. A change that sends it is a 409 if somebody else was faster.
       * @default 1
       */
      version: number;
    };
    MarketList: {
      /** The records of this page. */
      items: components["schemas"]["Market"][];
      /** Always null: the list is one page. */
      cursor: null;
      /** Parameters that were sent and that the list does not know. Absent where there are none. */
      ignored_parameters?: string[];
    };
    Media: {
      /** Id of the record. */
      id: string;
      /** Id of the store. */
      store_id: string;
      /** Name of the file. */
      name: string;
      /** Type of the file, such as `image/png`. */
      mime_type: string;
      /** Size of the file, bytes. */
      size: number;
      /** Name in addresses. */
      slug: { [name: string]: string };
      /** What the picture shows, by language, for those who do not see it. */
      alt: { [name: string]: string };
      /** Address of the file. */
      url: string;
      /** Values of your own, by name. */
      metadata: {
        /** Width of the picture, pixels. */
        width: (number | null);
        /** Height of the picture, pixels. */
        height: (number | null);
      };
      /** The same picture in other sizes, by name. */
      resolutions: {
        /** The file as it was uploaded. */
        original: components["schemas"]["MediaResolution"];
        /** The picture at most 1,600 pixels wide. */
        large: components["schemas"]["MediaResolution"];
        /** The picture at most 800 pixels wide. */
        medium: components["schemas"]["MediaResolution"];
        /** The picture at most 320 pixels wide. */
        small: components["schemas"]["MediaResolution"];
      };
      /** When it was created, Unix seconds. */
      created_at: number;
      /** When it last changed, Unix seconds. */
      updated_at: number;
      /**
       * Number of the record's last change. A change that sends it is a 409 if somebody else was faster.
       * @default 1
       */
      version: number;
    };
    MediaPage: {
      /** The records of this page. */
      items: components["schemas"]["Media"][];
      /** Gives the next page; null on the last one. */
      cursor: (string | null);
      /** Parameters that were sent and that the list does not know. Absent where there are none. */
      ignored_parameters?: string[];
    };
    MediaRequirement: {
      /** Where it stands in the post. */
      placement: string;
      /** The field that it is about. */
      field: string;
      /** Pictures or videos. */
      kind: ("image" | "animation" | "video");
      /** Types of files that may be posted. */
      mime_types: string[];
      /** Fewest files. */
      min_count: number;
      /** Most files. */
      max_count: number;
      /** Greatest size, bytes. */
      max_bytes: (number | null);
      /** Least and greatest width in heights. */
      aspect_ratio: ({
        /** Least width in heights. */
        min: (number | null);
        /** Greatest width in heights. */
        max: (number | null);
      } | null);
      /** Least and greatest length, seconds. */
      duration_seconds: ({
        /** Least length, seconds. */
        min: (number | null);
        /** Greatest length, seconds. */
        max: (number | null);
      } | null);
    };
    MediaResolution: {
      /** Id of the record. */
      id: string;
      /** Address of the file. */
      url: string;
      /** Width of the picture, pixels. */
      width: (number | null);
      /** Height of the picture, pixels. */
      height: (number | null);
      /** Size of the file, bytes. */
      size: (number | null);
    };
    MediaUpload: {
      /** Id of the record. */
      id: string;
      /** Id of the file. */
      media_id: string;
      /** Where to send the file, as a form. */
      url: string;
      /** Fields of the form that go before the file. */
      fields: { [name: string]: string };
      /** Until when the file can be sent, Unix seconds. */
      expires_at: number;
    };
    Member: {
      /** Id of the account. */
      account_id: string;
      /** Id of the store. */
      store_id: string;
      /** Mail address that the person signs in with. */
      email: string;
      /** Name of the person, the store or the token that the record is about. */
      name: string;
      /** Role of the member: `viewer`, `member`, `admin` or `owner`. */
      role: ("owner" | "admin" | "member" | "viewer");
      /** When the person became a member, Unix seconds. */
      joined_at: number;
      /**
       * Number of the record's last change. A change that sends it is a 409 if somebody else was faster.
       * @default 1
       */
      version: number;
    };
    MemberPage: {
      /** The records of this page. */
      items: components["schemas"]["Member"][];
      /** Gives the next page; null on the last one. */
      cursor: (string | null);
      /** Parameters that were sent and that the list does not know. Absent where there are none. */
      ignored_parameters?: string[];
    };
    MemberRemoved: {
      /** Always true. */
      deleted: true;
      /** Always true. */
      success: true;
      /** What was deleted, for a person. */
      message: string;
      /** Whether the membership was removed. */
      removed: true;
    };
    MergeCustomers: {
      /** Id of the customer that goes. */
      from: string;
      /** `true` changes nothing, and says what would move. */
      dry_run?: (boolean | null);
      /** `true` says that the person of the one may see all of the other from then on. */
      open_access?: (boolean | null);
    };
    MergedRecords: {
      /** Orders that were not cancelled; of a merge all that would move. */
      orders: number;
      /** Carts of its visits. */
      carts: number;
      /** Bookings. */
      reservations: number;
      /** Chats with the store. */
      conversations: number;
      /** Forms that were sent. */
      submissions: number;
      /** Newsletters that are read. */
      subscriptions: number;
    };
    Message: {
      /** Id of the record. */
      id: string;
      /** Id of the store. */
      store_id: string;
      /** Id of the conversation. */
      conversation_id: string;
      /** Who wrote it: `user` is the visitor, `assistant` the agent, `staff` a member. */
      role: ("system" | "user" | "assistant" | "staff" | "action");
      /** What was said. */
      content: string;
      /** Answers that the visitor can choose. */
      buttons: string[];
      /** Values of your own, by name. */
      metadata: { [name: string]: unknown };
      /** Number of the message within its conversation, from 1. */
      sequence: number;
      /** When it was created, Unix seconds. */
      created_at: number;
    };
    MessageNode: {
      /** What kind of node it is. */
      type: "message";
      /** What is said. */
      text: string;
      /** Answers that the visitor can choose. */
      buttons?: string[];
    };
    NewsletterPlan: {
      /** Id of the record. */
      id: string;
      /** Name of the plan, for readers. */
      name: string;
      /** What readers get for it. */
      description: string;
      /** What the plan offers, in words. */
      features: string[];
      /** What the plan costs. */
      price: {
        /** Price in the currency's smallest unit, such as cents. */
        amount: number;
        /** Currency of the price, three letters. */
        currency: string;
        /**
         * How often the price is due.
         * @default MONTHLY
         */
        interval: ("DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY");
      };
    };
    NewsletterPreviewed: {
      /** Whether it was done. */
      success: true;
      /** The address that the preview went to. */
      to: string;
    };
    NewsletterSend: {
      /** Whether it was done. */
      success: true;
      /** Id of the entry that is sent. */
      entryId: string;
      /** Id of the newsletter. */
      collectionId: string;
      /** Where the record stands in its life. */
      status: ("scheduled" | "sending" | "sent" | "failed" | "cancelled");
      /** When it is to be sent, Unix seconds. */
      scheduledAt: number;
      /** When the first mail went, Unix seconds. */
      startedAt: (number | null);
      /** When the last mail went, Unix seconds. */
      finishedAt: (number | null);
      /** Why sending stopped, as a code. */
      error: (string | null);
      /** Mails that went. */
      sent: number;
      /** Subscribers who had the mail already or left meanwhile. */
      skipped: number;
      /** Addresses that refuse mail, and got none. */
      refused: number;
      /** Subscribers of whom it is not known whether the mail went. */
      unknown: number;
      /** Subscribers of whom it is not known whether the mail went. */
      unknownSubscribers: {
        /** Id of the record. */
        id: string;
        /** Address of the subscriber. */
        email: string;
      }[];
    };
    NewsletterSubscribed: (components["schemas"]["Subscriber"] | {
      /** Page to pay on; null where nothing is to be paid. */
      checkoutUrl: string;
    });
    NewsletterSubscriptionResult: {
      /** Whether it was done. */
      success: true;
      /** Where the record stands in its life. */
      status: ("ACTIVE" | "CANCELLED");
      /** What comes next, for a person. */
      message: string;
    };
    NewsletterVariable: {
      /** Name for people. */
      name: string;
      /** Text of an empty field. */
      placeholder: string;
      /** What it is for. */
      description: string;
      /** A value that it can have. */
      example: string;
    };
    NewsletterVariables: {
      /** Names that a prompt may refer to. */
      variables: components["schemas"]["NewsletterVariable"][];
    };
    Node: {
      /** Id of the record. */
      id: string;
      /** Your name for the node, unique in the store. */
      key: string;
      /** Id of the store. */
      store_id: string;
      /** Id of the node above; null at the top. */
      parent_id: (string | null);
      /** What kind of node it is. */
      type: string;
      /** Name in addresses, by language. */
      slug: { [name: string]: string };
      /** Where the record stands in its life. */
      status: ("ACTIVE" | "ARCHIVED");
      /** When it was created, Unix seconds. */
      created_at: number;
      /** When it last changed, Unix seconds. */
      updated_at: number;
      /** Typed values, each with its key. */
      blocks: components["schemas"]["Block"][];
      /** Where it is filed: taxonomies, each with values of its fields. */
      taxonomies: components["schemas"]["TaxonomyEntry"][];
      /**
       * Number of the record's last change. A change that sends it is a 409 if somebody else was faster.
       * @default 1
       */
      version: number;
    };
    NodePage: {
      /** The records of this page. */
      items: components["schemas"]["Node"][];
      /** Gives the next page; null on the last one. */
      cursor: (string | null);
      /** Parameters that were sent and that the list does not know. Absent where there are none. */
      ignored_parameters?: string[];
    };
    OfferedShippingMethod: {
      /** Id of the record. */
      id: string;
      /** Your name for what it is of. */
      key: string;
      /** Name that buyers read. */
      name: string;
      /** Money, in the currency's smallest unit. */
      amount: number;
      /** How long it takes, in words for buyers. */
      eta_text: (string | null);
      /** Whether sending is taxed. */
      taxable: boolean;
      /** Whether the buyer fetches it. */
      pickup: boolean;
    };
    OfferedSlot: {
      /** Id of the provider of the service. */
      providerId: string;
      /** Id of the service. */
      serviceId: string;
      /** When the time begins, Unix seconds. */
      startTime: number;
      /** When the time ends, Unix seconds. */
      endTime: number;
    };
    OfferedSlots: (
      | components["schemas"]["OfferedSlot"][] | components["schemas"]["ExplainedSlot"][]
    );
    OpenBillingPortal: {
      /** Where a person goes on after the billing portal. */
      returnUrl: string;
    };
    OpenCurrentCart: {
      /** Key of the market, which decides currency and prices. */
      market?: (string | null);
      /** Opens the cart without a session: whoever has it can read and change the cart. */
      token?: (string | null);
      /** Where its visitor came from. What is sent last counts, and nothing of it is refused. */
      source?: (components["schemas"]["VisitSourceInput"] | null);
      /** @deprecated Repeats `{storeId}` of the path. Leave it out. */
      store_id?: (string | null);
    };
    Order: {
      /** Id of the record. */
      id: string;
      /** Number of the order, for people. */
      number: string;
      /** Id of the store. */
      store_id: string;
      /** Id of the contact who bought. */
      contact_id: (string | null);
      /** Id of the cart that the order was made of. */
      source_cart_id: (string | null);
      /** Mail address of the buyer. */
      email: (string | null);
      /** How far the order is. */
      status: (
        | "pending" | "confirmed" | "partially_cancelled" | "cancelled" | "completed"
      );
      /** How far the payment is. */
      payment_status: (
        | "unpaid" | "pending" | "authorized" | "paid" | "partially_refunded" | "refunded" | "failed" | "expired"
      );
      /** How far the goods are. */
      fulfillment_status: ("unfulfilled" | "partially_fulfilled" | "fulfilled" | "not_required");
      /** Ids of the reservations that belong to it. */
      reservation_ids: string[];
      /** Key of the market, which decides currency and prices. */
      market: string;
      /** Whether prices contain the tax. */
      tax_inclusive: boolean;
      /** Three letters, ISO 4217. */
      currency: string;
      /** Sum of the items before discount and sending, in the smallest unit of the currency. */
      subtotal: number;
      /** What the promo code takes off, in the smallest unit of the currency. */
      discount: number;
      /** What sending costs, in the smallest unit of the currency. */
      shipping: number;
      /** Tax in the sum, in the smallest unit of the currency. */
      tax: number;
      /** What the buyer pays, in the smallest unit of the currency. */
      total: number;
      /** The promo code. */
      promo_code: (string | null);
      /** Number of the receipt, given when money comes. */
      receipt_number: (string | null);
      /** When it was created, Unix seconds. */
      created_at: number;
      /** When it last changed, Unix seconds. */
      updated_at: number;
      /** Id of the member who made the order for a buyer. */
      account_id: (string | null);
      /** What was ordered, one item for each line. */
      items: components["schemas"]["OrderItem"][];
      /** What sending costs, by method. */
      shipping_lines: components["schemas"]["ShippingLine"][];
      /** What it comes to: its price, discount and tax. */
      money: components["schemas"]["Totals"];
      /** How it is paid for, and how far that is. */
      payment: components["schemas"]["OrderPayment"];
      /** Where the goods go. */
      shipping_address: (components["schemas"]["Address"] | null);
      /** Where the bill goes. */
      billing_address: (components["schemas"]["Address"] | null);
      /** Forms that the buyer filled in. */
      forms: components["schemas"]["FilledForm"][];
      /** The parcels. */
      shipments: components["schemas"]["Shipment"][];
      /** Returns that were asked for. */
      returns: components["schemas"]["OrderReturn"][];
      /** What was done to it, the last one now. */
      history: components["schemas"]["HistoryEntry"][];
      /**
       * Number of the record's last change. A change that sends it is a 409 if somebody else was faster.
       * @default 1
       */
      version: number;
      /**
       * Id of the customer under whom it is filed. A visitor never sees it.
       * @default null
       */
      customer_id: (string | null);
      /** Name of the buyer, as the order has it. */
      customer_name: (string | null);
      /** Words by which staff sort orders. At most 20; case alone makes no other one. */
      tags: string[];
      /** What staff wrote down about it; its buyer never sees it. */
      notes: components["schemas"]["OrderNote"][];
      /** What is left to do about it; empty where it is done, or nothing can be done yet. */
      to_do: ("confirm" | "ship" | "collect" | "pay" | "return")[];
      /** How it came in: `storefront`, `staff` or `import`. */
      channel: ("storefront" | "staff" | "import");
      /** What figures tell it apart by. It stays when its buyer is forgotten. */
      facts: components["schemas"]["OrderAttribution"];
      /** Whether it counts as a trial. Only ADMIN may say so. */
      test: boolean;
      /** When it was first certain; null where it never was. */
      sold_at: (number | null);
      /** When its first money came that stayed. */
      collected_at: (number | null);
      /** When all of it was cancelled after it had been sold; null where it was not. */
      cancelled_at: (number | null);
      /** What is owed less because it was cancelled before it was paid. */
      write_offs: components["schemas"]["WriteOff"][];
    };
    OrderAttribution: {
      /**
       * Country of the shipping address, else of the billing address.
       * @default null
       */
      country: (string | null);
      /**
       * Where its buyer came from: `newsletter:<id>`, `utm_source/utm_medium`, a host, `direct` or `staff`.
       * @default direct
       */
      source: string;
      /**
       * Whether it was its customer's first sale in the store; null while that is not known.
       * @default null
       */
      is_first: (boolean | null);
      /** How it came in: `storefront`, `staff` or `import`. */
      channel: ("storefront" | "staff" | "import");
    };
    OrderItem: {
      /** Id of the record. */
      id: string;
      /** Id of the line in the cart that it was. */
      line_id: string;
      /** `product` or `service`. */
      type: ("product" | "service");
      /** Id of the product. */
      product_id: (string | null);
      /** Id of the variant of the product. */
      variant_id: (string | null);
      /** Id of the service. */
      service_id: (string | null);
      /** Id of the provider of the service. */
      provider_id: (string | null);
      /** Id of the reservation. */
      reservation_id: (string | null);
      /** Id of the appointment within its reservation. */
      part_id: (string | null);
      /** When the appointment begins, Unix seconds. */
      from: (number | null);
      /** When the appointment ends, Unix seconds. */
      to: (number | null);
      /** Units. */
      quantity: number;
      /** Units that were cancelled. */
      cancelled_quantity: number;
      /** Units that were sent. */
      fulfilled_quantity: number;
      /** Units that came back. */
      returned_quantity: number;
      /** Units whose money went back. */
      refunded_quantity: number;
      /**
       * Units that were cancelled before they were paid for.
       * @default 0
       */
      unpaid_quantity: number;
      /** How far the goods are. */
      fulfillment_status: ("unfulfilled" | "partially_fulfilled" | "fulfilled");
      /** What was sold, as it was at that moment. */
      snapshot: components["schemas"]["ItemSnapshot"];
      /** How far the item is, until when and why. */
      status: {
        /** How far the item is, until when and why. */
        status: ("pending" | "confirmed" | "cancelled");
        /** Until when units are held for the payment, Unix seconds. */
        expires_at: (number | null);
        /** Why it was done. */
        reason: (string | null);
      };
      /** What it comes to: its price, discount and tax. */
      money: components["schemas"]["ItemAmounts"];
      /** Id of the location that sends it. */
      location_id: (string | null);
      /** Which locations the units come from. */
      allocations: components["schemas"]["HeldStock"][];
    };
    OrderMailed: {
      /** Which mail it is. */
      kind: ("confirmation" | "shipment" | "receipt");
      /** Address that it goes to. */
      to: string;
    };
    OrderNote: {
      /** Id of the record. */
      id: string;
      /** What was written. */
      text: string;
      /** Who wrote it. */
      account_id: string;
      /** When it was created, Unix seconds. */
      created_at: number;
    };
    OrderPage: {
      /** The records of this page. */
      items: components["schemas"]["Order"][];
      /** Gives the next page; null on the last one. */
      cursor: (string | null);
      /**
       * Whether the filters, the search and the sort know all orders. It is false for some minutes in a store whose
       * orders are older than the filters.
       */
      complete: boolean;
      /** Parameters that were sent and that the list does not know. Absent where there are none. */
      ignored_parameters?: string[];
      /** How many orders there are of those that are asked for. Only on the first page, with `count=true`. */
      count?: {
        /** How many there are. */
        value: number;
        /** Whether that is all; else there are at least so many. */
        exact: boolean;
      };
    };
    OrderPayment: {
      /** Id of the record. */
      id: (string | null);
      /** Kind of the way to pay. */
      type: ("cash" | "credit_card" | "free");
      /** Key of the way to pay. */
      method_key: (string | null);
      /** The payment provider. */
      provider: (string | null);
      /** How far it is. */
      status: string;
      /** Money, in the smallest unit of the order's currency. */
      amount: number;
      /** Money that came, in the smallest unit of the currency. */
      captured: number;
      /** Money that went back, in the smallest unit of the currency. */
      refunded: number;
      /** Money on its way back, in the smallest unit of the currency. */
      refund_pending: number;
      /** Three letters, ISO 4217. */
      currency: string;
      /** The promo code. */
      promo_code: (string | null);
      /** Key of the market, which decides currency and prices. */
      market: string;
      /** Sum of the items before discount and sending, in the smallest unit of the currency. */
      subtotal: number;
      /** What sending costs, in the smallest unit of the currency. */
      shipping: number;
      /** What the promo code takes off, in the smallest unit of the currency. */
      discount: number;
      /** Tax in the sum, in the smallest unit of the currency. */
      tax: number;
      /** What the buyer pays, in the smallest unit of the currency. */
      total: number;
      /** What went back, one entry for each refund. */
      refunds: components["schemas"]["OrderRefund"][];
      /** The books of the order: each payment, refund, dispute and correction, oldest first. */
      entries: components["schemas"]["PaymentEntry"][];
    };
    OrderRefund: {
      /** Id of the record. */
      id: string;
      /** Money, in the smallest unit of the order's currency. */
      amount: number;
      /** How far it is. */
      status: ("pending" | "succeeded" | "failed");
      /** What sending costs, in the smallest unit of the currency. */
      shipping: number;
      /** When it was created, Unix seconds. */
      created_at: number;
      /** Which items, and how many units of each. */
      lines: {
        /** Id of the item. */
        order_item_id: string;
        /** Units. */
        quantity: number;
        /** Money, in the smallest unit of the order's currency. */
        amount: number;
      }[];
      /**
       * Your own name of the refund: sent again with the same body, it is the same refund. Its id where you gave none.
       */
      refund_id: string;
      /** Why it was done. */
      reason: (string | null);
      /** Whether it was given at the provider's own desk, or taken back by a bank. */
      desk: boolean;
      /** When the money had gone back; null where it has not. */
      settled_at: (number | null);
    };
    OrderReturn: {
      /** Id of the record. */
      id: string;
      /** How far it is. */
      status: ("asked" | "received" | "refused");
      /** Why it was done. */
      reason: (string | null);
      /** Id of the refund that a return led to. */
      refund_id: (string | null);
      /** When it was created, Unix seconds. */
      created_at: number;
      /** When it last changed, Unix seconds. */
      updated_at: number;
      /** Which items, and how many units of each. */
      lines: components["schemas"]["ItemQuantity"][];
      /** A remark for staff. */
      note: (string | null);
    };
    OrderShipped: {
      /**
       * Your own name of the parcel: sent again with the same body, it is the same parcel. Its id where you gave none.
       */
      shipment_id: string;
      /** Number of the parcel at the carrier. */
      tracking_number: (string | null);
      /** Page of the carrier on which the parcel can be followed. */
      tracking_url: (string | null);
      /** Address of the label, as a PDF. */
      label_url: (string | null);
      /** The parcel. */
      shipment: components["schemas"]["Shipment"];
      /**
       * Number of the record's last change. A change that sends it is a 409 if somebody else was faster.
       * @default 1
       */
      version: number;
      /** @deprecated Older form of `shipment_id`. */
      shipmentId: string;
      /** @deprecated Older form of `tracking_number`. */
      trackingNumber: (string | null);
      /** @deprecated Older form of `tracking_url`. */
      trackingUrl: (string | null);
      /** @deprecated Older form of `label_url`. */
      labelUrl: (string | null);
    };
    OrdersChanged: {
      /** What became of each order, in the order in which they were sent. */
      results: {
        /** Id of the record. */
        id: string;
        /** Whether it is now as was asked. */
        ok: boolean;
        /** Whether anything had to be changed for that. */
        changed: boolean;
        /** Code of the refusal. */
        error?: string;
        /** The refusal in words. */
        message?: string;
      }[];
    };
    OutcastDate: {
      /** Month of the year, from 1. */
      month: number;
      /** Day of the month, from 1. */
      day: number;
      /** Times of the day that are worked. */
      workingHours: components["schemas"]["WorkingHours"][];
    };
    OutcastDateInput: {
      /** Month of the year, from 1. */
      month: number;
      /** Day of the month, from 1. */
      day: number;
      /** Times of the day that are worked. */
      workingHours: components["schemas"]["WorkingHoursInput"][];
    };
    OwnConsent: {
      /** How the store may reach the customer: `email`, `sms`, `phone` or `post`. */
      channel: ("email" | "sms" | "phone" | "post");
      /** What was agreed to, or what was noted. */
      text: string;
    };
    PackingSlips: {
      /** The packing slip of each order, without prices. */
      slips: {
        /** Number of the order, for people. */
        number: string;
        /** Id of the order. */
        order_id: string;
        /** Where it is sent. */
        address: (components["schemas"]["Address"] | null);
        /** What is left to send of it. */
        lines: {
          /** Name of who receives it. */
          name: string;
          /** Your number of the variant. */
          sku: (string | null);
          /** What tells the variant from the others of its product. */
          attributes: components["schemas"]["Block"][];
          /** Units. */
          quantity: number;
          /** Id of the location that sends it. */
          location_id: (string | null);
        }[];
        /** What staff wrote down about it; its buyer never sees it. */
        notes: components["schemas"]["OrderNote"][];
      }[];
      /** What is to be fetched for all of these orders. */
      picks: {
        /** Id of the variant of the product. */
        variant_id: string;
        /** Your number of the variant. */
        sku: (string | null);
        /** Name of who receives it. */
        name: string;
        /** Id of the location that sends it. */
        location_id: (string | null);
        /** Units. */
        quantity: number;
      }[];
    };
    Parcel: {
      /** Length of the parcel. */
      length: number;
      /** Width of the parcel. */
      width: number;
      /** Height of the parcel. */
      height: number;
      /** Weight of the parcel, in its unit. */
      weight: number;
      /** Unit of length, width and height. */
      distance_unit?: ("in" | "cm");
      /** Unit of the weight. */
      mass_unit?: ("oz" | "lb" | "g" | "kg");
    };
    ParcelSent: (components["schemas"]["OrderShipped"] | components["schemas"]["Order"]);
    ParentBusiness: {
      /** Id of the record. */
      id: string;
      /** Your name for it. */
      key: string;
      /** Name for people. */
      name: string;
      /** Where the record stands in its life. */
      status: ("DRAFT" | "ACTIVE" | "ARCHIVED");
    };
    Payment: {
      /** Id of the record. */
      id: (string | null);
      /** Id of the way to pay. */
      paymentMethodId: (string | null);
      /** The payment provider. */
      provider: (string | null);
      /** Where the record stands in its life. */
      status: ("none" | "pending" | "authorized" | "captured" | "failed" | "expired");
      /** Key of the market, which decides currency and prices. */
      market: string;
      /** Three letters, ISO 4217. */
      currency: string;
      /** Sum before discount and sending, in the currency's smallest unit. */
      subtotal: number;
      /** What the promo code takes off, in the currency's smallest unit. */
      discount: number;
      /** Tax in the sum, in the currency's smallest unit. */
      tax: number;
      /** What the customer pays, in the currency's smallest unit. */
      total: number;
      /** Money that has come, in the smallest unit. */
      captured: number;
      /** Money that went back, in the currency's smallest unit. */
      refunded: number;
      /**
       * Money on its way back, in the currency's smallest unit.
       * @default 0
       */
      refundPending: number;
      /** The promo code. */
      promoCode: (string | null);
      /** Kind of the way to pay. */
      type: ("CASH" | "CREDIT_CARD" | "FREE");
      /** Way to pay. */
      method: ("CASH" | "CREDIT_CARD" | "FREE");
      /** What sending costs, in the currency's smallest unit. */
      shipping: number;
      /** Money that was paid, in the currency's smallest unit. */
      paid: number;
      /** What went back, one entry for each refund. */
      refunds: {
        /** Money, in the currency's smallest unit. */
        amount: number;
        /** Where the record stands in its life. */
        status: ("succeeded" | "pending");
      }[];
    };
    PaymentAction: {
      /** What the buyer's page has to do. */
      type: ("none" | "redirect");
      /** Page of the payment provider. */
      url: (string | null);
      /** Until when units are held for the payment, Unix seconds. */
      expires_at: (number | null);
    };
    PaymentEntry: {
      /** Id of the record. */
      id: string;
      /** What the entry books: money that came, went back or was taken. */
      kind: (
        | "paid" | "correction" | "refund_asked" | "refund_confirmed" | "refund_refused" | "refund_given"
        | "refund_reversed" | "dispute_opened" | "dispute_lost" | "dispute_won" | "dispute_reversed"
      );
      /** Whom the money is taken from or given by. */
      source: string;
      /** Money, in the smallest unit of the order's currency. */
      amount: number;
      /**
       * Your own name of the refund: sent again with the same body, it is the same refund. Its id where you gave none.
       */
      refund_id: (string | null);
      /** Why it was done. */
      reason: (string | null);
      /** When it was booked, Unix seconds. */
      at: number;
      /** The account, contact or part of the system that did it. */
      actor: {
        /** What the entry books. */
        type: string;
        /** Id of the record. */
        id: string;
      };
    };
    PaymentEventReceived: {
      /** Always true: the callback was taken. */
      received: true;
    };
    PaymentMethod: {
      /** Id of the record. */
      id: string;
      /** Your name for it, unique in the store. */
      key: string;
      /** Kind of the way to pay or to send. */
      type: string;
      /** How it is paid for. */
      method: string;
    };
    PaymentMethodInput: {
      /** Id of the record. */
      id?: (string | null);
      /** Your name for it. */
      key?: (string | null);
      /** Kind of the way to pay. */
      type?: (string | null);
      /** How it is paid for. */
      method?: (string | null);
    };
    PaymentProvider: {
      /** Id of the record. */
      id: string;
      /** Id of the store. */
      store_id: string;
      /** The company that takes the money. */
      type: "stripe";
      /** Public key with which a page asks the provider. */
      publishable_key: string;
      /** Whether the secret that signs callbacks is known. */
      has_webhook_secret: boolean;
      /** Address that the provider's callbacks are to go to. */
      webhook_url: string;
      /** Callbacks that were refused, by why. */
      refused_callbacks: {
        /**
         * Callbacks whose signature was wrong.
         * @default 0
         */
        signature: number;
        /**
         * Callbacks that were meant for another store.
         * @default 0
         */
        wrong_store: number;
        /**
         * Callbacks that came again.
         * @default 0
         */
        repeated: number;
        /**
         * Callbacks about a payment that is not known.
         * @default 0
         */
        unknown_payment: number;
        /**
         * When the last callback was refused, Unix seconds.
         * @default null
         */
        last_at: (number | null);
      };
      /** When it was created, Unix seconds. */
      created_at: number;
      /** When it last changed, Unix seconds. */
      updated_at: number;
    };
    PaymentProviderPage: {
      /** The records of this page. */
      items: components["schemas"]["PaymentProvider"][];
      /** Always null: the list is one page. */
      cursor: null;
      /** Parameters that were sent and that the list does not know. Absent where there are none. */
      ignored_parameters?: string[];
    };
    PaymentRefunded: {
      /** Whether it was done. */
      success: true;
      /** Id of the refund. */
      refund: {
        /** Id of the record. */
        id: string;
        /**
         * Your own name of the refund: sent again with the same body, it is the same refund. Its id where you gave
         * none.
         */
        refund_id: string;
        /** What was paid for: its kind and its id. */
        entity: string;
        /** Id of the payment. */
        paymentId: string;
        /** Money that goes back, in the currency's smallest unit. */
        amount: number;
        /** Three letters, ISO 4217. */
        currency: string;
        /** Where the record stands in its life. */
        status: ("pending" | "succeeded");
        /** When it was created, Unix seconds. */
        createdAt: number;
        /** @deprecated Older form of `refund_id`. */
        refundId: string;
      };
    };
    PhoneCodeSent: {
      /** Whether it was done. */
      success: true;
      /** Until when it is good, Unix seconds. */
      expiresAt: number;
    };
    Plan: {
      /** Id of the record. */
      id: string;
      /** Name of the plan. */
      name: string;
      /** Place among the plans, from the smallest. */
      tier: number;
      /** What the plan costs. */
      price: {
        /** Price in the currency's smallest unit, such as cents. */
        amount: number;
        /** Three letters, ISO 4217. */
        currency: string;
        /** How often the price is due. */
        interval: ("month" | "year");
      };
      /** What the plan offers, each with its limit. */
      features: { [name: string]: {
        /** How much of the feature the plan has; null for as much as is wanted. */
        limit: (number | null);
        /** When the use is counted anew: each month, or never. */
        reset: ("never" | "monthly");
      } };
    };
    PlanCheckout: {
      /** Page to pay on; null where nothing is to be paid. */
      checkoutUrl: (string | null);
      /** @deprecated Older form of `checkoutUrl`. */
      url: (string | null);
    };
    Price: {
      /** Key of the market, which decides currency and prices. */
      market: string;
      /** Price in the currency's smallest unit, such as cents. */
      amount: number;
      /** Currency of the price, three letters. */
      currency?: string;
    };
    Product: {
      /** Id of the record. */
      id: string;
      /** Id of the store. */
      store_id: string;
      /** Your name for the product, unique in the store. */
      key: string;
      /** Name in addresses, by language. */
      slug: { [name: string]: string };
      /** Where the record stands in its life. */
      status: ("draft" | "active" | "archived");
      /** When it was created, Unix seconds. */
      created_at: number;
      /** When it last changed, Unix seconds. */
      updated_at: number;
      /** Typed values, each with its key. */
      blocks: components["schemas"]["Block"][];
      /** Where it is filed: taxonomies, each with values of its fields. */
      taxonomies: components["schemas"]["TaxonomyEntry"][];
      /** What is sold of the product, each with prices and stock. */
      variants: components["schemas"]["Variant"][];
      /**
       * Number of the record's last change. A change that sends it is a 409 if somebody else was faster.
       * @default 1
       */
      version: number;
    };
    ProductImport: {
      /** Id of the record. */
      id: string;
      /** Format of the file. */
      format: ("jsonl" | "csv");
      /** Size of the file, bytes. */
      size: number;
      /** Where the record stands in its life. */
      status: ("pending" | "running" | "completed" | "failed");
      /** Rows that were read. */
      rows: number;
      /** Products that the import made. */
      created: number;
      /** Products that the import changed. */
      updated: number;
      /** Rows that could not be taken. */
      failed: number;
      /** When it was created, Unix seconds. */
      created_at: number;
      /** When it last changed, Unix seconds. */
      updated_at: number;
      /** What was wrong, row by row. */
      faults: {
        /** Line of the file, from 1. */
        line: number;
        /** The first lines of the file that have this fault; `count` says how many have it. */
        lines: number[];
        /**
         * How many lines have this fault.
         * @default 1
         */
        count: number;
        /** Name of the product that the row is about. */
        key: (string | null);
        /** The column that is wrong. */
        field: string;
        /**
         * What the first of the lines has in the column.
         * @default null
         */
        value: (string | null);
        /** Stable code of what is wrong, such as `FIELD.REQUIRED_MISSING`. */
        error: string;
        /** What is wrong, for a person. */
        message: string;
      }[];
    };
    ProductImportCreated: {
      /** Id of the record. */
      id: string;
      /** Format of the file. */
      format: ("jsonl" | "csv");
      /** Size of the file, bytes. */
      size: number;
      /** Where the record stands in its life. */
      status: "pending";
      /** Rows that were read. */
      rows: number;
      /** Products that the import made. */
      created: number;
      /** Products that the import changed. */
      updated: number;
      /** Rows that could not be taken. */
      failed: number;
      /** When it was created, Unix seconds. */
      created_at: number;
      /** When it last changed, Unix seconds. */
      updated_at: number;
      /** What was wrong, row by row. */
      faults: {
        /** Line of the file, from 1. */
        line: number;
        /** The first lines of the file that have this fault; `count` says how many have it. */
        lines: number[];
        /**
         * How many lines have this fault.
         * @default 1
         */
        count: number;
        /** Name of the file in the storage. */
        key: (string | null);
        /** The column that is wrong. */
        field: string;
        /**
         * The value, as the type of its field has it.
         * @default null
         */
        value: (string | null);
        /** Stable code of what is wrong, such as `FIELD.REQUIRED_MISSING`. */
        error: string;
        /** What is wrong, for a person. */
        message: string;
      }[];
      /** Where to send the file. */
      upload: {
        /** Where to send the file, as a form. */
        url: string;
        /** Fields of the form that go before the file. */
        fields: { [name: string]: string };
      };
    };
    ProductPage: {
      /** The records of this page. */
      items: components["schemas"]["Product"][];
      /** Gives the next page; null on the last one. */
      cursor: (string | null);
      /** Parameters that were sent and that the list does not know. Absent where there are none. */
      ignored_parameters?: string[];
    };
    PromoCode: {
      /** Id of the record. */
      id: string;
      /** Id of the store. */
      store_id: string;
      /** The code as buyers type it. */
      code: string;
      /** Where the record stands in its life. */
      status: ("active" | "archived");
      /** When it was created, Unix seconds. */
      created_at: number;
      /** When it last changed, Unix seconds. */
      updated_at: number;
      /** What the code takes off, by market. */
      discounts: components["schemas"]["PromoDiscount"][];
      /** All that must hold for the code to count. */
      conditions: components["schemas"]["PromoCondition"][];
      /** How often the code was used. */
      uses: number;
      /**
       * Number of the record's last change. A change that sends it is a 409 if somebody else was faster.
       * @default 1
       */
      version: number;
    };
    PromoCodePage: {
      /** The records of this page. */
      items: components["schemas"]["PromoCode"][];
      /** Gives the next page; null on the last one. */
      cursor: (string | null);
      /** Parameters that were sent and that the list does not know. Absent where there are none. */
      ignored_parameters?: string[];
    };
    PromoCondition: ({
      /** What must hold. */
      type: "products";
      /** What the condition compares with. */
      value: {
        /** What must hold. */
        type: "ids";
        /** What the condition compares with. */
        value: string[];
      };
    } | {
      /** What must hold. */
      type: "services";
      /** What the condition compares with. */
      value: {
        /** What must hold. */
        type: "ids";
        /** What the condition compares with. */
        value: string[];
      };
    } | {
      /** What must hold. */
      type: "min_order_amount";
      /** What the condition compares with. */
      value: {
        /** What must hold. */
        type: "amount";
        /** What the condition compares with. */
        value: number;
      };
    } | {
      /** What must hold. */
      type: "max_uses";
      /** What the condition compares with. */
      value: {
        /** What must hold. */
        type: "count";
        /** What the condition compares with. */
        value: number;
      };
    } | {
      /** What must hold. */
      type: "max_uses_per_user";
      /** What the condition compares with. */
      value: {
        /** What must hold. */
        type: "count";
        /** What the condition compares with. */
        value: number;
      };
    } | {
      /** What must hold. */
      type: "date_range";
      /** What the condition compares with. */
      value: {
        /** What must hold. */
        type: "date_range";
        /** What the condition compares with. */
        value: {
          /** From when the code counts, Unix seconds. */
          start?: (number | null);
          /** Until when the code counts, Unix seconds. */
          end?: (number | null);
        };
      };
    });
    PromoConditionInput: ({
      /** What must hold. */
      type: "products";
      /** What the condition compares with. */
      value: {
        /** What must hold. */
        type: "ids";
        /** What the condition compares with. */
        value: string[];
      };
    } | {
      /** What must hold. */
      type: "services";
      /** What the condition compares with. */
      value: {
        /** What must hold. */
        type: "ids";
        /** What the condition compares with. */
        value: string[];
      };
    } | {
      /** What must hold. */
      type: "min_order_amount";
      /** What the condition compares with. */
      value: {
        /** What must hold. */
        type: "amount";
        /** What the condition compares with. */
        value: number;
      };
    } | {
      /** What must hold. */
      type: "max_uses";
      /** What the condition compares with. */
      value: {
        /** What must hold. */
        type: "count";
        /** What the condition compares with. */
        value: number;
      };
    } | {
      /** What must hold. */
      type: "max_uses_per_user";
      /** What the condition compares with. */
      value: {
        /** What must hold. */
        type: "count";
        /** What the condition compares with. */
        value: number;
      };
    } | {
      /** What must hold. */
      type: "date_range";
      /** What the condition compares with. */
      value: {
        /** What must hold. */
        type: "date_range";
        /** What the condition compares with. */
        value: {
          /** From when the code counts, Unix seconds. */
          start?: (number | null);
          /** Until when the code counts, Unix seconds. */
          end?: (number | null);
        };
      };
    });
    PromoDiscount: ({
      /** What is taken off: a share or a sum, of items or of sending. */
      type: "items_percentage";
      /** Key of the market that the discount is for. */
      market_id: string;
      /** Share that is taken off, hundredths of a percent: 1000 is 10 %. */
      bps: number;
    } | {
      /** What is taken off: a share or a sum, of items or of sending. */
      type: "items_fixed";
      /** Key of the market that the discount is for. */
      market_id: string;
      /** What is taken off, in the smallest unit of the market's currency. */
      amount: number;
    } | {
      /** What is taken off: a share or a sum, of items or of sending. */
      type: "shipping_percentage";
      /** Key of the market that the discount is for. */
      market_id: string;
      /** Share that is taken off, hundredths of a percent: 1000 is 10 %. */
      bps: number;
    });
    PromoDiscountInput: ({
      /** What is taken off: a share or a sum, of items or of sending. */
      type: "items_percentage";
      /** Key of the market that the discount is for. */
      market_id: string;
      /** Share that is taken off, hundredths of a percent: 1000 is 10 %. */
      bps: number;
    } | {
      /** What is taken off: a share or a sum, of items or of sending. */
      type: "items_fixed";
      /** Key of the market that the discount is for. */
      market_id: string;
      /** What is taken off, in the smallest unit of the market's currency. */
      amount: number;
    } | {
      /** What is taken off: a share or a sum, of items or of sending. */
      type: "shipping_percentage";
      /** Key of the market that the discount is for. */
      market_id: string;
      /** Share that is taken off, hundredths of a percent: 1000 is 10 %. */
      bps: number;
    });
    Provider: {
      /** Id of the account. */
      userId: (string | null);
      /** Ids of the services that the provider offers. */
      serviceIds: string[];
      /** Customers that the provider takes at one time. */
      concurrentLimit: number;
      /** Id of the record. */
      id: string;
      /** Id of the business. */
      businessId: string;
      /** Your name for it, unique among services or among providers. */
      key: string;
      /** Name that customers read. */
      name: string;
      /** What it is, for customers. */
      description: string;
      /** Name in addresses, by language. */
      slug: { [name: string]: string };
      /** `public` for all callers, `private` for members alone. */
      access: ("public" | "private");
      /** Ids of the nodes that it is filed under. */
      nodeIds: string[];
      /** Ids of the businesses of the network that share it. */
      networkIds: string[];
      /** Typed values, each with its key. */
      blocks: components["schemas"]["Block"][];
      /** Where it is filed: taxonomies, each with values of its fields. */
      taxonomies: components["schemas"]["TaxonomyEntry"][];
      /** Where the record stands in its life. */
      status: ("DRAFT" | "ACTIVE" | "ARCHIVED");
      /** Every status that it had, the last one now. */
      statuses: {
        /** Id of the record. */
        id: string;
        /** Where the record stands in its life. */
        status: string;
        /** Id of the account that made the change. */
        changedBy: ("USER" | "SYSTEM");
        /** When it became so, Unix seconds. */
        timestamp: number;
        /** Id of the account. */
        userId?: string;
      }[];
      /** When it was created, Unix seconds. */
      createdAt: number;
      /** When it last changed, Unix seconds. */
      updatedAt: number;
      /**
       * Number of the record's last change. A change that sends it is a 409 if somebody else was faster.
       * @default 1
       */
      version: number;
      /** Hours by day of the week and by date. */
      workingTime: components["schemas"]["WorkingTime"];
    };
    ProviderPage: {
      /** The records of this page. */
      items: components["schemas"]["Provider"][];
      /** Gives the next page; null on the last one. */
      cursor: (string | null);
      /** Parameters that were sent and that the list does not know. Absent where there are none. */
      ignored_parameters?: string[];
    };
    ProviderType: (
      | "facebook_page" | "instagram_business" | "youtube_channel" | "tiktok_account" | "x_account" | "sandbox"
    );
    ProviderWorkingTime: {
      /** Hours by day of the week. */
      workingDays: components["schemas"]["WorkingDay"][];
      /** Days of every year that replace the working hours. */
      outcastDates: components["schemas"]["OutcastDate"][];
      /** Single days that replace the working hours. */
      specificDates: components["schemas"]["SpecificDate"][];
      /** Id of the provider of the service. */
      providerId: string;
      /** Hours by service, where they differ from the provider's own. */
      services: {
        /** Id of the service. */
        serviceId: string;
        /** Hours by day of the week and by date. */
        workingTime: components["schemas"]["WorkingTime"];
      }[];
    };
    Publication: {
      /** Id of the record. */
      id: string;
      /** Id of the store. */
      store_id: string;
      /** Id of the account at the network that posts. */
      social_account_id: string;
      /** Your name for the publication, unique in the store. */
      key: string;
      /** Where the record stands in its life. */
      status: components["schemas"]["PublicationStatus"];
      /** What is posted, by its parts. */
      content: { [name: string]: unknown };
      /** When it is to be posted, Unix seconds. */
      scheduled_at: (number | null);
      /** When it was posted, Unix seconds. */
      published_at: (number | null);
      /** Id of the post at the network. */
      provider_post_id: (string | null);
      /** Address of the post at the network. */
      provider_post_url: (string | null);
      /** Stable code of why it failed. */
      error_code: (string | null);
      /** Why it failed, for a person. */
      error_message: (string | null);
      /** Tries so far. */
      attempt_count: number;
      /** When posting was last tried, Unix seconds. */
      last_attempt_at: (number | null);
      /** When it was created, Unix seconds. */
      created_at: number;
      /** When it last changed, Unix seconds. */
      updated_at: number;
      /**
       * Number of the record's last change. A change that sends it is a 409 if somebody else was faster.
       * @default 1
       */
      version: number;
    };
    PublicationMetrics: {
      /** Id of the record. */
      id: string;
      /** Id of the store. */
      store_id: string;
      /** Id of the publication. */
      publication_id: string;
      /** Id of the account at the network that posts. */
      social_account_id: string;
      /** The network. */
      provider_type: components["schemas"]["ProviderType"];
      /** Id of the post at the network. */
      provider_post_id: (string | null);
      /** Numbers by their name. */
      metrics: { [name: string]: number };
      /** When the numbers were read, Unix seconds. */
      collected_at: (number | null);
    };
    PublicationMetricsByDay: {
      /** Id of the record. */
      id: string;
      /** Id of the store. */
      store_id: string;
      /** Id of the publication. */
      publication_id: string;
      /** Id of the account at the network that posts. */
      social_account_id: string;
      /** The network. */
      provider_type: components["schemas"]["ProviderType"];
      /** Id of the post at the network. */
      provider_post_id: (string | null);
      /** Numbers by their name. */
      metrics: { [name: string]: number };
      /** When the numbers were read, Unix seconds. */
      collected_at: (number | null);
      /** The last of each day of the store's clocks, oldest first. */
      readings: {
        /** When it was read, Unix seconds. */
        at: number;
        /** Numbers by their name. */
        metrics: { [name: string]: number };
      }[];
    };
    PublicationPage: {
      /** The records of this page. */
      items: components["schemas"]["Publication"][];
      /** Gives the next page; null on the last one. */
      cursor: (string | null);
      /** Parameters that were sent and that the list does not know. Absent where there are none. */
      ignored_parameters?: string[];
    };
    PublicationProblem: {
      /** The field that it is about. */
      field: string;
      /** Stable code of what is wrong. */
      error: string;
      /** What is wrong, for a person. */
      message: string;
    };
    PublicationResult: {
      /** The publication as it is now. */
      publication: components["schemas"]["Publication"];
      /** What is wrong with the publication, and what may be. */
      validation: components["schemas"]["PublicationValidation"];
      /** Whether posting was asked for. */
      publish_requested: boolean;
    };
    PublicationStatus: (
      | "draft" | "scheduled" | "publishing" | "published" | "failed" | "unknown" | "cancelled"
    );
    PublicationStep: {
      /** Number of the try, from 1. */
      attempt: number;
      /** Number within its record, from 1. */
      sequence: number;
      /** What the step does. */
      type: string;
      /** Whether the step cannot be undone at the network. */
      irreversible: boolean;
      /** Where the record stands in its life. */
      status: (
        | "requested" | "processing" | "succeeded" | "rejected" | "failed" | "unknown"
      );
      /** How often it was tried. */
      tries: number;
      /** When the step was written down, Unix seconds. */
      intent_at: (number | null);
      /** Until when a worker has it, Unix seconds. */
      lease_until: (number | null);
      /** Name at the network, with its @. */
      handle: (string | null);
      /** Code that the network gave. */
      provider_code: (string | null);
      /** Status that the network gave. */
      provider_status: (string | null);
      /** When it last changed, Unix seconds. */
      updated_at: number;
    };
    PublicationStepList: {
      /** The records of this page. */
      items: components["schemas"]["PublicationStep"][];
    };
    PublicationValidation: {
      /** Whether it can be posted. */
      valid: boolean;
      /** What is wrong; nothing is posted meanwhile. */
      errors: components["schemas"]["PublicationProblem"][];
      /** What may not look as it was meant to. */
      warnings: components["schemas"]["PublicationProblem"][];
    };
    PublishNow: {
      /** `true` after you looked and the post is not at the network. */
      confirm_not_posted?: (boolean | null);
    };
    PublishedStatus: ("DRAFT" | "PUBLISHED");
    QuoteCart: {
      /** Key of the way to pay. */
      payment_method_key?: (string | null);
      /** Id of the way to send. */
      shipping_method_id?: (string | null);
      /** @deprecated Repeats `{cartId}` of the path. Leave it out. */
      id?: string;
      /** @deprecated Repeats `{storeId}` of the path. Leave it out. */
      store_id?: string;
    };
    QuoteItem: {
      /** Price of one, in the currency's smallest unit. */
      unit_price: number;
      /** Sum of the lines before discount and sending, in the currency's smallest unit. */
      subtotal: number;
      /** What the promo code takes off, in the currency's smallest unit. */
      discount: number;
      /** Tax in the sum, in the currency's smallest unit. */
      tax: number;
      /** What the buyer pays, in the currency's smallest unit. */
      total: number;
      /** What it is of: a line is a `product` or a `service`. */
      type: ("product" | "service");
      /** Id of the line. */
      line_id: string;
      /** Id of the product. */
      product_id: (string | null);
      /** Id of the variant of the product. */
      variant_id: (string | null);
      /** Id of the service. */
      service_id: (string | null);
      /** Id of the provider of the service. */
      provider_id: (string | null);
      /** When the appointment begins, Unix seconds. */
      from: (number | null);
      /** When the appointment ends, Unix seconds. */
      to: (number | null);
      /** How many units. */
      quantity: number;
      /** What it comes to: its price, discount and tax. */
      money: components["schemas"]["ItemAmounts"];
      /** What was sold, as it was at that moment. */
      snapshot: components["schemas"]["ItemSnapshot"];
      /** Whether it can be bought or booked, and why not. */
      availability: {
        /** Whether it can be bought or booked. */
        ok: boolean;
        /** How many can be bought now; null where they are not counted. */
        available: (number | null);
        /** Why it cannot. */
        reason?: (
          | "insufficient_stock" | "no_price" | "archived" | "deleted" | "slot_taken" | "outside_hours" | "past"
        );
      };
    };
    QuoteOrder: {
      /** What is bought, one line for each variant or appointment. */
      items: components["schemas"]["CartItemInput"][];
      /** Key of the market, which decides currency and prices. */
      market?: (string | null);
      /** Where the goods go. */
      shipping_address?: (components["schemas"]["AddressInput"] | null);
      /** Where the bill goes. */
      billing_address?: (components["schemas"]["AddressInput"] | null);
      /** Forms that the buyer filled in. */
      forms?: (components["schemas"]["FilledFormInput"][] | null);
      /** The promo code. */
      promo_code?: (string | null);
      /** Key of the way to pay. */
      payment_method_key?: (string | null);
      /** Id of the way to send. */
      shipping_method_id?: (string | null);
      /** @deprecated Repeats `{storeId}` of the path. Leave it out. */
      store_id?: string;
      /** @deprecated Older form of `payment_method_key`. */
      payment_method_id?: (string | null);
    };
    QuoteRates: {
      /** Size and weight of the parcel. */
      parcel: components["schemas"]["Parcel"];
      /** Id of the shipping provider that makes the label. */
      shipping_provider_id?: string;
      /** Id of the location that sends it. */
      location_id?: string;
      /** Where the parcel starts; the location's address unless given. */
      from_address?: components["schemas"]["AddressInput"];
      /** Where the parcel goes; the order's address unless given. */
      to_address?: components["schemas"]["AddressInput"];
      /** What customs are told of a parcel that leaves the country. */
      customs_declaration?: components["schemas"]["CustomsDeclaration"];
      /** @deprecated Repeats `{orderId}` of the path. Leave it out. */
      order_id?: string;
    };
    QuoteReservation: {
      /** Id of the business. */
      businessId?: string;
      /** Key of the market, which decides currency and prices. */
      market?: string;
      /** Three letters, ISO 4217. */
      currency?: string;
      /** Appointments of the reservation, all or none. */
      parts?: components["schemas"]["ReservationPartInput"][];
      /** Id of the way to pay. */
      paymentMethodId?: string;
      /** The promo code. */
      promoCode?: (string | null);
      /** Id of the promo code. */
      promoCodeId?: (string | null);
      /** Where it takes place. */
      location?: (components["schemas"]["Coordinates"] | null);
      /** Mail address of the customer. */
      email?: string;
      /** Appointments and goods that are booked together. */
      lines?: {
        /** Type of the block, which says what its value is. */
        type?: string;
        /** Id of the service. */
        serviceId?: string;
        /** Id of the product. */
        productId?: string;
        /** Id of the variant of the product. */
        variantId?: string;
        /**
         * How many units.
         * @default 1
         */
        quantity?: number;
      }[];
      /** @deprecated Older form of `parts`. */
      items?: components["schemas"]["ReservationPartInput"][];
      /** @deprecated Older form of `paymentMethodId`. */
      paymentMethod?: string;
    };
    QuoteSnapshot: {
      /** Id of the record. */
      id: (string | null);
      /** Three letters, ISO 4217. */
      currency: string;
      /** What the promo code takes off, in the currency's smallest unit. */
      discount: number;
      /** What sending costs, in the currency's smallest unit. */
      shipping: number;
      /** Tax in the sum, in the currency's smallest unit. */
      tax: number;
      /** What the buyer pays, in the currency's smallest unit. */
      total: number;
      /** When it was quoted, Unix seconds. */
      at: number;
    };
    Recount: {
      /** Id of the recount. */
      id: string;
      /** How far the recount is. */
      status: ("running" | "equal" | "different" | "repaired");
      /** Rows that were compared. */
      rows: number;
      /** Sums that differ. */
      differing: number;
      /** Differences, at most 100. */
      differences: {
        /** The row that differs. */
        row: string;
        /** The measure that differs. */
        measure: string;
        /** What had been counted. */
        counted: number;
        /** What was reckoned anew. */
        recomputed: number;
      }[];
    };
    RefreshToken: {
      /** Gives the next access token; each one can be used once. */
      refresh_token?: string;
      /** @deprecated Older form of `refresh_token`. */
      refreshToken?: string;
    };
    RefreshUser: {
      /** Gives the next access token; each one can be used once. */
      refreshToken: string;
      /** The identity provider, such as `GOOGLE`. */
      provider?: string;
    };
    RefundOrder: {
      /** Money, in the smallest unit of the order's currency. */
      amount?: (number | null);
      /** Which items, and how many units of each. */
      lines?: ({
        /** Id of the item. */
        order_item_id: string;
        /** Units. */
        quantity: number;
        /** `true` puts the units on sale again. */
        restock?: (boolean | null);
      }[] | null);
      /** What sending costs, in the smallest unit of the currency. */
      shipping?: ((number | boolean) | null);
      /** Why it was done. */
      reason?: (string | null);
      /** Whether the money goes back too. */
      refund?: ("policy" | null);
      /**
       * Your own name of the refund: sent again with the same body, it is the same refund. Its id where you gave none.
       */
      refund_id?: (string | null);
      /** @deprecated Older form of `refund_id`. */
      refundId?: (string | null);
    };
    RefundPayment: {
      /** What was paid for: its kind and its id. */
      entity: string;
      /** Money to give back, in the currency's smallest unit. */
      amount?: number;
      /** Id of the refund. */
      refund?: ("policy" | null);
      /**
       * Your own name of the refund: sent again with the same body, it is the same refund. Its id where you gave none.
       */
      refund_id?: (string | null);
      /** @deprecated Older form of `refund_id`. */
      refundId?: (string | null);
    };
    RefundResult: {
      /** Id of the record. */
      id: string;
      /**
       * Your own name of the refund: sent again with the same body, it is the same refund. Its id where you gave none.
       */
      refund_id: string;
      /** Id of the payment. */
      payment_id: string;
      /** Money, in the smallest unit of the order's currency. */
      amount: number;
      /** Three letters, ISO 4217. */
      currency: string;
      /** How far it is. */
      status: ("pending" | "succeeded");
      /** When it was created, Unix seconds. */
      created_at: number;
      /** Where the money that goes back is taken from. */
      sources: {
        /** Whom the money is taken from or given by. */
        source: ("card" | "cash");
        /**
         * Your own name of the refund: sent again with the same body, it is the same refund. Its id where you gave
         * none.
         */
        refund_id: string;
        /** Money, in the smallest unit of the order's currency. */
        amount: number;
        /** How far it is. */
        status: ("pending" | "succeeded");
      }[];
    };
    RegisterUser: {
      /** Mail address that the person signs in with. */
      email: string;
      /** The identity provider, such as `GOOGLE`. */
      provider?: ("EMAIL_REGISTER" | "EMAIL");
      /** The password. */
      password?: string;
      /** Address of the page that the mail's link leads to. */
      reserveDomain?: string;
      /** Name of the person, the store or the token that the record is about. */
      name?: string;
      /** First name. */
      firstName?: string;
      /** Last name. */
      lastName?: string;
    };
    RemoveItem: {
      /** Id of the line. */
      item_id?: (string | null);
      /** Id of the product. */
      product_id?: (string | null);
      /** Id of the variant of the product. */
      variant_id?: (string | null);
      /** Id of the service. */
      service_id?: (string | null);
      /** @deprecated Repeats `{cartId}` of the path. Leave it out. */
      id?: string;
    };
    RenameApiToken: {
      /** Your name for the token. */
      name: string;
    };
    ReplyMessage: {
      /** What was said. */
      content: string;
      /** Id of the message. */
      message_id?: (string | null);
      /** `true` closes the conversation with the message. */
      resolve?: (boolean | null);
    };
    ReplyToComment: {
      /** What the reply says. */
      text: string;
      /** Your id of the reply: the same one is one reply. */
      reply_id?: (string | null);
    };
    RequestCode: {
      /** Mail address that the person signs in with. */
      email: string;
    };
    RequestContactCode: {
      /** Mail address of the visitor. */
      email: string;
      /** Key of the market that the visitor buys in. */
      market?: string;
    };
    ResendEvents: {
      /** Id of the event. */
      event_id?: string;
      /** Begin of the time range, Unix seconds. */
      from?: number;
      /** End of the time range, Unix seconds. */
      to?: number;
      /**
       * `true` sends again only what failed.
       * @default false
       */
      failed_only?: boolean;
    };
    Reservation: {
      /** Id of the record. */
      id: string;
      /** Id of the business. */
      businessId: string;
      /** Id of the contact of the customer. */
      customerId: (string | null);
      /**
       * Customer of the store under whom staff file it; by the address unless said.
       * @default null
       */
      customer_id: (string | null);
      /**
       * Id of the order that the reservation belongs to.
       * @default null
       */
      orderId: (string | null);
      /** Mail address of the customer. */
      email: (string | null);
      /** Name of the customer. */
      name: (string | null);
      /** Key of the market, which decides currency and prices. */
      market: string;
      /** Three letters, ISO 4217. */
      currency: string;
      /** Where the record stands in its life. */
      status: (
        | "CREATED" | "PENDING" | "AUTHORIZED" | "CONFIRMED" | "COMPLETED" | "CANCELLED" | "FAILED" | "NO_SHOW"
      );
      /** When the first appointment begins, Unix seconds. */
      startTime: number;
      /** When the last appointment ends, Unix seconds. */
      endTime: number;
      /** What the customer pays, in the currency's smallest unit. */
      total: number;
      /** The promo code. */
      promoCode: (string | null);
      /** Whether staff confirm a booking first. */
      isApprovalRequired: boolean;
      /** Parts that were cancelled without giving their money back. */
      notRefunded: string[];
      /** Until when the time is held, Unix seconds. */
      holdExpiresAt: (number | null);
      /** When it was created, Unix seconds. */
      createdAt: number;
      /** When it last changed, Unix seconds. */
      updatedAt: number;
      /** Every status that it had, the last one now. */
      statuses: {
        /** Id of the record. */
        id: string;
        /** Where the record stands in its life. */
        status: string;
        /** Id of the account that made the change. */
        changedBy: ("USER" | "SYSTEM");
        /** When it became so, Unix seconds. */
        timestamp: number;
        /** Id of the account. */
        userId?: string;
      }[];
      /** What the customer was asked, each answer with its key. */
      blocks: components["schemas"]["ReservationBlock"][];
      /** Where it takes place. */
      location: ({
        /** Latitude of the place, degrees. */
        lat?: number;
        /** Longitude of the place, degrees. */
        lng?: number;
      } | null);
      /** How it is paid for, and how far that is. */
      payment: (components["schemas"]["Payment"] | null);
      /** Id of the account of the customer. */
      accountId: (string | null);
      /** Appointments of the reservation, all or none. */
      parts: {
        /** Id of the record. */
        id: string;
        /** Id of the service. */
        serviceId: string;
        /** Id of the provider of the service. */
        providerId: string;
        /** When the first appointment begins, Unix seconds. */
        startTime: number;
        /** When the last appointment ends, Unix seconds. */
        endTime: number;
        /** What it costs, in the currency's smallest unit. */
        price: number;
        /** Name of the service, as it was when the time was booked. */
        serviceName: string;
        /** Name of the provider, as it was when the time was booked. */
        providerName: string;
        /** What the customer was asked, each answer with its key. */
        blocks: components["schemas"]["ReservationBlock"][];
      }[];
      /** Appointments and goods that are booked together. */
      items: {
        /** Id of the record. */
        id: string;
        /** Id of the service. */
        serviceId: string;
        /** Id of the provider of the service. */
        providerId: string;
        /** When the appointment begins, Unix seconds. */
        from: number;
        /** When the appointment ends, Unix seconds. */
        to: number;
        /** What it costs, in the currency's smallest unit. */
        price: number;
        /** What the customer was asked, each answer with its key. */
        blocks: components["schemas"]["ReservationBlock"][];
      }[];
      /**
       * Number of the record's last change. A change that sends it is a 409 if somebody else was faster.
       * @default 1
       */
      version: number;
      /** When it was first certain, or asked for where staff confirm; for staff alone. */
      booked_at?: (number | null);
      /** Who cancelled it: customer, staff or system; for staff alone. */
      cancelled_by?: (("customer" | "staff" | "system") | null);
    };
    ReservationBlock: {
      /** Id of the record. */
      id: string;
      /** Settings of the block, by its type. */
      properties: { [name: string]: unknown };
      /** The value, as the block's type has it. */
      value: unknown[];
      /** Your name for it, unique among services or among providers. */
      key?: string;
      /** Type of the block, which says what its value is. */
      type?: string;
    };
    ReservationBlockInput: {
      /** Id of the record. */
      id?: (string | null);
      /** Your name for it, unique among services or among providers. */
      key?: (string | null);
      /** Type of the block, which says what its value is. */
      type?: (string | null);
      /** Settings of the block, by its type. */
      properties?: ({ [name: string]: unknown } | null);
      /** The value, as the block's type has it. */
      value?: unknown;
    };
    ReservationCheckout: {
      /** Id of the reservation. */
      reservationId: string;
      /** Where the record stands in its life. */
      status: components["schemas"]["ReservationCheckoutStatus"];
      /** What the customer pays, in the currency's smallest unit. */
      total: number;
      /** Three letters, ISO 4217. */
      currency: string;
      /** Id of the payment. */
      paymentId: (string | null);
      /** Page to pay on; null where nothing is to be paid. */
      checkoutUrl: (string | null);
      /** @deprecated Older form of `checkoutUrl`. */
      paymentUrl: (string | null);
    };
    ReservationCheckoutStatus: ("CREATED" | "PENDING" | "CONFIRMED");
    ReservationMailed: {
      /** Which mail it is. */
      kind: ("confirmation" | "cancellation");
      /** Address that it goes to. */
      to: string;
    };
    ReservationPage: {
      /** The records of this page. */
      items: components["schemas"]["Reservation"][];
      /** Gives the next page; null on the last one. */
      cursor: (string | null);
      /** Parameters that were sent and that the list does not know. Absent where there are none. */
      ignored_parameters?: string[];
    };
    ReservationPartInput: {
      /** Id of the service. */
      serviceId: string;
      /** Id of the provider of the service. */
      providerId: string;
      /** Id of the record. */
      id?: string;
      /** When the first appointment begins, Unix seconds. */
      startTime?: number;
      /** When the last appointment ends, Unix seconds. */
      endTime?: number;
      /** What the customer was asked, each answer with its key. */
      blocks?: components["schemas"]["ReservationBlockInput"][];
      /** @deprecated Older form of `startTime`. */
      from?: number;
      /** @deprecated Older form of `endTime`. */
      to?: number;
    };
    ReservationQuote: {
      /** Id of the record. */
      id: string;
      /** Key of the market, which decides currency and prices. */
      market: string;
      /** Three letters, ISO 4217. */
      currency: string;
      /** Appointments and goods that are booked together. */
      items: {
        /** `service` or `product`. */
        type: ("service" | "product");
        /** Id of the service. */
        serviceId: (string | null);
        /** Id of the provider of the service. */
        providerId: (string | null);
        /** Id of the product. */
        productId: (string | null);
        /** Id of the variant of the product. */
        variantId: (string | null);
        /** How many units. */
        quantity: number;
        /** Money, in the currency's smallest unit. */
        amount: number;
        /** Sum before discount and sending, in the currency's smallest unit. */
        subtotal: number;
        /** What the promo code takes off, in the currency's smallest unit. */
        discount: number;
        /** Tax in the sum, in the currency's smallest unit. */
        tax: number;
        /** What the customer pays, in the currency's smallest unit. */
        total: number;
        /** Whether it can be had, and why not. */
        availability: {
          /** Whether it can be had. */
          ok: boolean;
          /** Why it cannot. */
          reason: (string | null);
        };
      }[];
      /** Whether all that is asked for can be had. */
      available: boolean;
      /** Sum before discount and sending, in the currency's smallest unit. */
      subtotal: number;
      /** What sending costs, in the currency's smallest unit. */
      shipping: number;
      /** What the promo code takes off, in the currency's smallest unit. */
      discount: number;
      /** Tax in the sum, in the currency's smallest unit. */
      tax: number;
      /** What the customer pays, in the currency's smallest unit. */
      total: number;
      /** What the card is charged, in the currency's smallest unit. */
      chargeAmount: number;
      /** Ways to pay. */
      paymentMethods: {
        /** Id of the record. */
        id: string;
        /** Key of the way to pay. */
        key: string;
        /** `service` or `product`. */
        type: string;
        /** Way to pay. */
        method: string;
      }[];
      /** What it comes to: its price, discount and tax. */
      money: components["schemas"]["Totals"];
      /** How it is paid for, and how far that is. */
      payment: {
        /** Three letters, ISO 4217. */
        currency: string;
        /** Key of the market, which decides currency and prices. */
        market: string;
        /** Sum before discount and sending, in the currency's smallest unit. */
        subtotal: number;
        /** What sending costs, in the currency's smallest unit. */
        shipping: number;
        /** What the promo code takes off, in the currency's smallest unit. */
        discount: number;
        /** Tax in the sum, in the currency's smallest unit. */
        tax: number;
        /** What the customer pays, in the currency's smallest unit. */
        total: number;
        /** `service` or `product`. */
        type: ("CASH" | "CREDIT_CARD" | "FREE");
        /** Way to pay. */
        method: ("CASH" | "CREDIT_CARD" | "FREE");
      };
      /** The promo code. */
      promoCode: (string | null);
      /** The promo code as it counts here. */
      promo: ({
        /** Id of the promo code. */
        promoCodeId: string;
        /** The promo code. */
        code: string;
        /** What the promo code takes off, by market. */
        discounts: components["schemas"]["PromoDiscount"][];
        /** When the promo code counts. */
        conditions: components["schemas"]["PromoCondition"][];
      } | null);
      /** Until when the quote holds, Unix seconds. */
      expiresAt: number;
      /** @deprecated Older form of `items`. */
      lineItems: {
        /** `service` or `product`. */
        type: ("service" | "product");
        /** Id of the service. */
        serviceId: (string | null);
        /** Id of the provider of the service. */
        providerId: (string | null);
        /** Id of the product. */
        productId: (string | null);
        /** Id of the variant of the product. */
        variantId: (string | null);
        /** How many units. */
        quantity: number;
        /** Money, in the currency's smallest unit. */
        amount: number;
        /** Sum before discount and sending, in the currency's smallest unit. */
        subtotal: number;
        /** What the promo code takes off, in the currency's smallest unit. */
        discount: number;
        /** Tax in the sum, in the currency's smallest unit. */
        tax: number;
        /** What the customer pays, in the currency's smallest unit. */
        total: number;
        /** Whether it can be had, and why not. */
        availability: {
          /** Whether it can be had. */
          ok: boolean;
          /** Why it cannot. */
          reason: (string | null);
        };
      }[];
    };
    ResetForgottenPassword: {
      /** The secret of the link or of the session. */
      token: string;
      /** The password. */
      password?: string;
    };
    RotateWebhookSecret: {
      /** Signs the deliveries; shown once. */
      secret?: string;
      /**
       * Seconds for which the older secret is good as well.
       * @default 86400
       */
      overlap?: number;
    };
    RunScript: {
      /** Source of the script, in place of a stored one. */
      script?: (string | null);
      /** What the script gets as its input: any JSON. */
      input?: ({ [name: string]: components["schemas"]["JsonValue"] } | null);
      /** Name that the script is stored under. */
      name?: (string | null);
      /** The secret or setting by its name. */
      value?: (string | null);
    };
    SchedulePublication: {
      /** When it is to be posted, Unix seconds. */
      scheduled_at: number;
      /** `true` after you looked and the post is not at the network. */
      confirm_not_posted?: (boolean | null);
    };
    SchedulesUpdated: {
      /** Always true. */
      success: true;
      /** Ids of the providers who are free then. */
      providerIds: string[];
      /** Ids of the services that are booked together. */
      serviceIds: string[];
    };
    SchemaField: {
      /** Type of the field, which says what its value is. */
      type: ("text" | "number" | "boolean" | "date" | "geo_location" | "select");
      /** Id of the record. */
      id: string;
      /** Name of the field within the form. */
      key: string;
      /** Whether an answer must be given. */
      required: boolean;
      /** Least number. */
      min?: number;
      /** Greatest number. */
      max?: number;
      /** Answers to choose from. */
      options?: string[];
    };
    ScriptResult: {
      /** Whether the script ran to its end. */
      success: boolean;
      /** What went wrong, for a person. */
      message: string;
      /** What the script gave. */
      output: unknown;
      /** Lines that the script logged. */
      logs: string[];
      /** Stable code of what went wrong. */
      code: ((
        | "TIMEOUT" | "MEMORY" | "STACK" | "SYNTAX" | "EXCEPTION" | "OUTPUT_TOO_LARGE" | "OUTPUT_NOT_JSON"
        | "LOG_LIMIT" | "DATA_LIMIT"
      ) | null);
    };
    SelectSocialDestination: {
      /** The network. */
      provider_type: components["schemas"]["ProviderType"];
      /** Id of the sign-in that was begun. */
      attempt_id: string;
      /** Id of the destination to choose. */
      candidate_id: string;
    };
    SendMessage: {
      /** What the visitor answers: a text, a button or a file. */
      input: ({
        /** What kind of answer it is. */
        type: "text";
        /** What was said. */
        content: string;
      } | {
        /** What kind of answer it is. */
        type: "button";
        /** Text of the button. */
        label: string;
      });
      /** Id of the message. */
      message_id?: (string | null);
    };
    SendParcel: {
      /** Which items of the order, and how many units of each. */
      lines: {
        /** Id of the item of the order. */
        order_item_id: string;
        /** How many units. */
        quantity: number;
      }[];
      /** Id of the offer. */
      rate_id?: (string | null);
      /** Company that carries the parcel. */
      carrier?: (string | null);
      /** How it is sent, as the carrier names it. */
      service?: (string | null);
      /** Id of the location that sends it. */
      location_id?: (string | null);
      /** Number of the parcel at the carrier. */
      tracking_number?: (string | null);
      /** Page of the carrier on which the parcel can be followed. */
      tracking_url?: (string | null);
      /**
       * Your own name of the parcel: sent again with the same body, it is the same parcel. Its id where you gave none.
       */
      shipment_id?: (string | null);
      /** @deprecated Repeats `{orderId}` of the path. Leave it out. */
      order_id?: string;
    };
    SendPhoneCode: {
      /** Phone number with its country, such as `+43…`. */
      phoneNumber: string;
    };
    Service: {
      /** Minutes between two times that are offered. */
      slotInterval: (number | null);
      /** Whether staff confirm a booking first. */
      isApprovalRequired: boolean;
      /** Id of the record. */
      id: string;
      /** Id of the business. */
      businessId: string;
      /** Your name for it, unique among services or among providers. */
      key: string;
      /** Name that customers read. */
      name: string;
      /** What it is, for customers. */
      description: string;
      /** Name in addresses, by language. */
      slug: { [name: string]: string };
      /** `public` for all callers, `private` for members alone. */
      access: ("public" | "private");
      /** Ids of the nodes that it is filed under. */
      nodeIds: string[];
      /** Ids of the businesses of the network that share it. */
      networkIds: string[];
      /** Typed values, each with its key. */
      blocks: components["schemas"]["Block"][];
      /** Where it is filed: taxonomies, each with values of its fields. */
      taxonomies: components["schemas"]["TaxonomyEntry"][];
      /** Where the record stands in its life. */
      status: ("DRAFT" | "ACTIVE" | "ARCHIVED");
      /** Every status that it had, the last one now. */
      statuses: {
        /** Id of the record. */
        id: string;
        /** Where the record stands in its life. */
        status: string;
        /** Id of the account that made the change. */
        changedBy: ("USER" | "SYSTEM");
        /** When it became so, Unix seconds. */
        timestamp: number;
        /** Id of the account. */
        userId?: string;
      }[];
      /** When it was created, Unix seconds. */
      createdAt: number;
      /** When it last changed, Unix seconds. */
      updatedAt: number;
      /**
       * Number of the record's last change. A change that sends it is a 409 if somebody else was faster.
       * @default 1
       */
      version: number;
      /** What it costs, by market. */
      prices: {
        /** Key of the market, which decides currency and prices. */
        market: string;
        /** Price in the currency's smallest unit, such as cents. */
        amount: number;
        /** Currency of the price, three letters. */
        currency?: string;
      }[];
      /** Steps of the service, in order; a step with `isPause` leaves the provider free. */
      durations: components["schemas"]["Duration"][];
      /** Where it takes place. */
      location: ({
        /** Latitude of the place, degrees. */
        lat?: number;
        /** Longitude of the place, degrees. */
        lng?: number;
      } | null);
      /** Who offers it, with their own prices and times. */
      providers: components["schemas"]["ServiceProvider"][];
      /** @deprecated Older form of `prices`. */
      pricing: {
        /** Keys of the markets that it is offered in. */
        markets: {
          /** Key of the market that the price is for. */
          marketId: string;
          /** Currency of the price, three letters. */
          currency: (string | null);
          /** What it costs, in the smallest unit of the market's currency. */
          price: number;
        }[];
      };
      /** @deprecated Older form of `durations`. */
      duration: number;
      /** @deprecated Older form of `providers`. */
      providerIds: string[];
    };
    ServicePage: {
      /** The records of this page. */
      items: components["schemas"]["Service"][];
      /** Gives the next page; null on the last one. */
      cursor: (string | null);
      /** Parameters that were sent and that the list does not know. Absent where there are none. */
      ignored_parameters?: string[];
    };
    ServiceProvider: {
      /** Id of the record. */
      id: string;
      /** Id of the provider of the service. */
      providerId: string;
      /** When it was created, Unix seconds. */
      createdAt: number;
      /** When it last changed, Unix seconds. */
      updatedAt: number;
      /** Id of the service. */
      serviceId: string;
      /** Hours by day of the week. */
      workingDays: components["schemas"]["WorkingDay"][];
      /** Days of every year that replace the working hours. */
      outcastDates: components["schemas"]["OutcastDate"][];
      /** Single days that replace the working hours. */
      specificDates: components["schemas"]["SpecificDate"][];
      /** What it costs, by market. */
      prices: {
        /** Key of the market, which decides currency and prices. */
        market: string;
        /** Price in the currency's smallest unit, such as cents. */
        amount: number;
        /** Currency of the price, three letters. */
        currency?: string;
      }[];
      /** Steps of the service, in order; a step with `isPause` leaves the provider free. */
      durations: components["schemas"]["Duration"][];
      /** Whether staff confirm a booking first. */
      isApprovalRequired: boolean;
      /** Hours by day of the week and by date. */
      workingTime: components["schemas"]["WorkingTime"];
      /**
       * Number of the record's last change. A change that sends it is a 409 if somebody else was faster.
       * @default 1
       */
      version: number;
    };
    Session: {
      /** Id of the record. */
      id: string;
      /** Where the record stands in its life. */
      status: ("active" | "revoked" | "expired");
      /** When the access token ends, Unix seconds. */
      access_expires_at: number;
      /** When the refresh token ends, Unix seconds. */
      refresh_expires_at: (number | null);
      /** Whether the address of the session was proven. */
      is_verified: boolean;
      /** When it was created, Unix seconds. */
      created_at: number;
      /** When it was ended, Unix seconds. */
      revoked_at: (number | null);
      /** When it was last used, Unix seconds. */
      last_used_at: number;
      /** What the browser said of itself. */
      user_agent: string;
    };
    SetDataItem: {
      /** Name of the value, with what stands before its first colon as its kind. */
      key: string;
      /** The value: any JSON. */
      value: components["schemas"]["JsonValue"];
      /** Seconds until the value goes. */
      ttl?: (number | null);
      /** Key that the value had before. */
      previous_key?: (string | null);
    };
    SetRole: {
      /** Id of the account. */
      userId: string;
      /** The role: `viewer`, `member`, `admin` or `owner`. */
      roleId: string;
      /** Id of the business. */
      businessId: string;
    };
    SetSchedules: {
      /** Ids of the providers who are free then. */
      providerIds: string[];
      /** Hours by day of the week and by date. */
      workingTime: components["schemas"]["WorkingTimeInput"];
      /** Ids of the services that are booked together. */
      serviceIds?: string[];
    };
    Setup: {
      /** Whether the store says where it is: street, city and country. */
      address: boolean;
      /** Whether its markets are other ones than it began with, or were saved as they are. */
      markets_checked: boolean;
      /** Whether it has an active product or service. */
      sellable: boolean;
      /** Whether sending has a price, or a way that it did not begin with; null where it sells nothing to send. */
      shipping: (boolean | null);
      /** Whether somebody works for one of its services; null where it has none. */
      hours: (boolean | null);
      /** Whether it takes cards by an account that charges; null where no market takes cards. */
      payments: (boolean | null);
      /** Whether it has another member, or has invited one. */
      team: boolean;
      /** Whether a web site is named that visitors come from. */
      origins: boolean;
      /** Whether anything was ordered or booked. */
      test_order: boolean;
    };
    ShipOrder: {
      /** Id of the offer. */
      rate_id: string;
      /** Company that carries the parcel. */
      carrier: string;
      /** How it is sent, as the carrier names it. */
      service: string;
      /** Id of the location that sends it. */
      location_id: string;
      /** Which items of the order, and how many units of each. */
      lines: {
        /** Id of the item of the order. */
        order_item_id: string;
        /** How many units. */
        quantity: number;
      }[];
      /**
       * Your own name of the parcel: sent again with the same body, it is the same parcel. Its id where you gave none.
       */
      shipment_id?: (string | null);
      /** @deprecated Repeats `{orderId}` of the path. Leave it out. */
      order_id?: string;
    };
    Shipment: {
      /** Id of the record. */
      id: string;
      /** Id of the order. */
      order_id: string;
      /** Company that carries the parcel. */
      carrier: (string | null);
      /** How it is sent, as the carrier names it. */
      service: (string | null);
      /** Number of the parcel at the carrier. */
      tracking_number: (string | null);
      /** Page of the carrier on which the parcel can be followed. */
      tracking_url: (string | null);
      /** How far it is. */
      status: (
        | "pending" | "label_created" | "in_transit" | "out_for_delivery" | "delivered" | "failed" | "returned"
        | "cancelled"
      );
      /** When it was created, Unix seconds. */
      created_at: number;
      /** When it last changed, Unix seconds. */
      updated_at: number;
      /** Which items, and how many units of each. */
      lines: components["schemas"]["ItemQuantity"][];
      /** Id of the location that sends it. */
      location_id: (string | null);
      /** Id of the carrier's offer that the label was bought for. */
      rate_id: (string | null);
      /** Address of the parcel's label, as a PDF. */
      label_url: (string | null);
      /** How far the label of the parcel is. */
      label_status: (("requested" | "purchased" | "failed" | "unknown") | null);
      /**
       * Your own name of the parcel: sent again with the same body, it is the same parcel. Its id where you gave none.
       */
      shipment_id: string;
    };
    ShippingLine: {
      /** Id of the record. */
      id: string;
      /** Id of the way to send. */
      method_id: string;
      /** Your name for what it is of. */
      key: string;
      /** Name of the way to send. */
      name: string;
      /** Money, in the currency's smallest unit. */
      amount: number;
      /** What the promo code takes off, in the currency's smallest unit. */
      discount: number;
      /** Tax in the sum, in the currency's smallest unit. */
      tax: number;
      /** What the buyer pays, in the currency's smallest unit. */
      total: number;
      /** What it is called. */
      title: string;
    };
    ShippingMethod: {
      /** Id of the record. */
      id: string;
      /** Your name for it, unique in the store. */
      key: string;
      /** Name for people. */
      name: string;
      /** Whether sending is taxed. */
      taxable: boolean;
      /** How long it takes, in words for buyers. */
      eta_text: (string | null);
      /** Id of the location that buyers fetch from. */
      location_id: (string | null);
      /** Price in the smallest unit of the market's currency. */
      amount: number;
      /** Sum from which sending is free, in the smallest unit. */
      free_above: (number | null);
      /** Prices by weight. */
      weight_tiers: {
        /** Weight that the price holds for, grams. */
        up_to_grams: number;
        /** Price in the smallest unit of the market's currency. */
        amount: number;
      }[];
    };
    ShippingMethodInput: {
      /** Price in the smallest unit of the market's currency. */
      amount: number;
      /** Id of the record. */
      id?: (string | null);
      /** Your name for it, unique in the store. */
      key?: (string | null);
      /** Name for people. */
      name?: (string | null);
      /** Whether sending is taxed. */
      taxable?: (boolean | null);
      /** How long it takes, in words for buyers. */
      eta_text?: (string | null);
      /** Id of the location that buyers fetch from. */
      location_id?: (string | null);
      /** Sum from which sending is free, in the smallest unit. */
      free_above?: (number | null);
      /** Prices by weight. */
      weight_tiers?: {
        /** Weight that the price holds for, grams. */
        up_to_grams: number;
        /** Price in the smallest unit of the market's currency. */
        amount: number;
      }[];
    };
    ShippingProvider: {
      /** Id of the record. */
      id: string;
      /** Id of the store. */
      store_id: string;
      /** The company that offers labels of several carriers. */
      type: ("shippo" | "sandbox");
      /** When it was created, Unix seconds. */
      created_at: number;
      /** When it last changed, Unix seconds. */
      updated_at: number;
      /** Address that the provider's callbacks are to go to. */
      webhook_url: (string | null);
    };
    ShippingProviderList: {
      /** The records of this page. */
      items: components["schemas"]["ShippingProvider"][];
      /** Always null: the list is one page. */
      cursor: null;
      /** Parameters that were sent and that the list does not know. Absent where there are none. */
      ignored_parameters?: string[];
    };
    ShippingRate: {
      /** Id of the record. */
      id: string;
      /** The carrier. */
      provider: string;
      /** Company that carries the parcel. */
      carrier: string;
      /** How it is sent, as the carrier names it. */
      service: string;
      /** Name of the offer, for people. */
      display_name: string;
      /** What the label costs, in the currency's smallest unit. */
      amount: number;
      /** Three letters, ISO 4217. */
      currency: string;
      /** Days that the parcel takes. */
      estimated_days: (number | null);
      /** @deprecated Older form of `display_name`. */
      displayName: string;
      /** @deprecated Older form of `estimated_days`. */
      estimatedDays: (number | null);
    };
    ShippingRates: {
      /** Offers of carriers, the cheapest first. */
      rates: components["schemas"]["ShippingRate"][];
      /** What carriers said of the parcel. */
      messages: string[];
    };
    SignInChallenge: {
      /** Whether the code was sent. */
      sent: true;
      /** Id of the code that was sent: send it back with the code. */
      challenge_id: string;
      /** Until when it is good, Unix seconds. */
      expires_at: number;
    };
    SignedIn: {
      /** Id of the record. */
      id: string;
      /** Credential of the session: send it as `Authorization: Bearer …`. */
      access_token: string;
      /** Gives the next access token; each one can be used once. */
      refresh_token: string;
      /** Always `Bearer`. */
      token_type: "Bearer";
      /** When the access token ends, Unix seconds. */
      access_expires_at: number;
      /** When the refresh token ends, Unix seconds. */
      refresh_expires_at: (number | null);
      /** Until when it is good, Unix seconds. */
      expires_at: number;
      /** When it was created, Unix seconds. */
      created_at: number;
      /** Whether the address of the session was proven. */
      is_verified: boolean;
      /** Where the record stands in its life. */
      status: "active";
      /** @deprecated Older form of `access_token`. */
      accessToken: string;
      /** @deprecated Older form of `refresh_token`. */
      refreshToken: string;
      /** @deprecated Older form of `expires_at`. */
      expiresAt: number;
    };
    SlugInput: (string | { [name: string]: string });
    SocialAccount: {
      /** Id of the record. */
      id: string;
      /** Id of the store. */
      store_id: string;
      /** Your name for it. */
      key: string;
      /** The network. */
      provider_type: components["schemas"]["ProviderType"];
      /** Where the record stands in its life. */
      status: ("connected" | "reconnect_required");
      /** When it was created, Unix seconds. */
      created_at: number;
      /** When it last changed, Unix seconds. */
      updated_at: number;
      /** How the sign-in at the network stands; never the token itself. */
      credential: {
        /** Rights that the network gave. */
        scopes: string[];
        /** Until when the sign-in is good, Unix seconds. */
        expires_at: (number | null);
      };
      /** Page, channel or profile that is posted to. */
      destination: {
        /** Id of the account at the network. */
        external_account_id: string;
        /** Name of the account at the network. */
        external_account_name: string;
        /** Name at the network, with its @. */
        handle: (string | null);
        /** Address of the account's picture. */
        avatar_url: (string | null);
      };
    };
    SocialCapability: {
      /** The network. */
      provider_type: components["schemas"]["ProviderType"];
      /** Name of the network, for people. */
      display_name: string;
      /** Name of the network's picture. */
      icon_key: string;
      /** Rights that the sign-in asks for. */
      required_scopes: string[];
      /** How long texts may be. */
      text_requirements: components["schemas"]["TextRequirement"][];
      /** What files a post may have. */
      media_requirements: components["schemas"]["MediaRequirement"][];
      /** Whether the network can be posted to. */
      publishing_supported: boolean;
      /** What can be done with comments. */
      engagement: {
        /** Whether comments can be read. */
        read_comments: boolean;
        /** Whether comments can be answered. */
        reply_to_comments: boolean;
        /** Whether comments can be hidden. */
        hide_comments: boolean;
      };
      /** Numbers that the network gives. */
      analytics: {
        /** Whether numbers of posts can be read. */
        read_post_metrics: boolean;
      };
    };
    SocialConnection: {
      /** Where the record stands in its life. */
      status: ("pending" | "connected" | "selection_required" | "failed");
      /** Id of the store. */
      store_id: string;
      /** The network. */
      provider_type: components["schemas"]["ProviderType"];
      /** Id of the sign-in that was begun. */
      attempt_id: string;
      /** Values that the field can have. */
      options: {
        /** Id of the account at the network. */
        external_account_id: string;
        /** Name of the account at the network. */
        external_account_name: string;
        /** Name at the network, with its @. */
        handle: (string | null);
        /** Address of the account's picture. */
        avatar_url: (string | null);
        /** Id of the destination to choose. */
        candidate_id: string;
      }[];
      /** What went wrong, for a person; null if nothing did. */
      message: string;
      /** Id of the account at the network that posts. */
      social_account_id?: string;
      /** Page, channel or profile that is posted to. */
      destination?: {
        /** Id of the account at the network. */
        external_account_id: string;
        /** Name of the account at the network. */
        external_account_name: string;
        /** Name at the network, with its @. */
        handle: (string | null);
        /** Address of the account's picture. */
        avatar_url: (string | null);
      };
    };
    SocialConnectionStarted: {
      /** Page of the network to sign in at. */
      authorization_url: string;
      /** Ties the answer of the network to this sign-in. */
      state: string;
      /** Id of the sign-in that was begun. */
      attempt_id: string;
      /** Until when the sign-in is good, Unix seconds. */
      expires_at: number;
    };
    SocialError: {
      /** Id of the publication. */
      publication_id: (string | null);
      /** Id of the comment. */
      comment_id: (string | null);
      /** Stable code of what went wrong. */
      code: string;
      /** What is wrong, for a person. */
      message: string;
    };
    SpecificDate: {
      /** The year, four digits. */
      year: number;
      /** Month of the year, from 1. */
      month: number;
      /** Day of the month, from 1. */
      day: number;
      /** The day, as `YYYY-MM-DD`. */
      date: number;
      /** Times of the day that are worked. */
      workingHours: components["schemas"]["WorkingHours"][];
    };
    SpecificDateInput: ({
      /** The year, four digits. */
      year: number;
      /** Month of the year, from 1. */
      month: number;
      /** Day of the month, from 1. */
      day: number;
      /** Times of the day that are worked. */
      workingHours: components["schemas"]["WorkingHoursInput"][];
    } | {
      /** The day, as `YYYY-MM-DD`. */
      date: number;
      /** Times of the day that are worked. */
      workingHours: components["schemas"]["WorkingHoursInput"][];
    });
    StaffCart: {
      /** Id of the record. */
      id: string;
      /** Id of the store. */
      store_id: string;
      /** Id of the contact, where a visitor is known. */
      contact_id: (string | null);
      /** Where the record stands in its life. */
      status: ("active" | "abandoned" | "converted" | "expired");
      /** Who began it: `storefront` for a visitor, `operator` for a member. */
      origin: ("storefront" | "admin");
      /** Id of the member who began it. */
      created_by_account_id: (string | null);
      /** Key of the market, which decides currency and prices. */
      market: string;
      /** The promo code. */
      promo_code: (string | null);
      /** Key of the way to pay. */
      payment_method_key: (string | null);
      /** Id of the way to send. */
      shipping_method_id: (string | null);
      /** Id of the order that was made of it. */
      converted_order_id: (string | null);
      /** Id of the cart that its lines went into. */
      merged_into_cart_id: (string | null);
      /** When a buyer or a member last changed it, Unix seconds. */
      last_action_at: number;
      /** When the cart was abandoned, Unix seconds. */
      abandoned_at: (number | null);
      /** When the buyer was reminded by mail, Unix seconds. */
      recovery_sent_at: (number | null);
      /** When it was created, Unix seconds. */
      created_at: number;
      /** When it last changed, Unix seconds. */
      updated_at: number;
      /** Where the goods go. */
      shipping_address: (components["schemas"]["Address"] | null);
      /** Where the bill goes. */
      billing_address: (components["schemas"]["Address"] | null);
      /** Forms that the buyer filled in. */
      forms: components["schemas"]["FilledForm"][];
      /** Opens the cart without a session: whoever has it can read and change the cart. */
      token: (string | null);
      /** Three letters, ISO 4217. */
      currency: string;
      /** What is bought, one line for each variant or appointment. */
      items: components["schemas"]["CartItem"][];
      /** Units and appointments in the cart. */
      item_count: number;
      /** What it comes to: its price, discount and tax. */
      money: (components["schemas"]["Totals"] | null);
      /** The quote that was made last. */
      quote_snapshot: (components["schemas"]["QuoteSnapshot"] | null);
      /** What was typed and cannot be ordered so. */
      problems: components["schemas"]["CartProblem"][];
      /**
       * Number of the record's last change. A change that sends it is a 409 if somebody else was faster.
       * @default 1
       */
      version: number;
      /**
       * When an address, a way to send or a way to pay was chosen first, or it was checked out.
       * @default null
       */
      checkout_at: (number | null);
      /** When it had its first line. */
      begun_at: (number | null);
      /** Where its visitor came from. What is sent last counts, and nothing of it is refused. */
      source: ({
        /** Name of who receives it. */
        name: string;
        /** `utm_campaign` of the page that its visitor came to. */
        campaign: (string | null);
        /** When it was quoted, Unix seconds. */
        at: number;
      } | null);
      /** Lines that could not be taken over. */
      dropped?: components["schemas"]["CartItem"][];
    };
    StartConversation: {
      /** Key of the support agent; the first active one unless given. */
      agent_key?: (string | null);
      /** Values of your own, by name. */
      metadata?: ({ [name: string]: unknown } | null);
    };
    StartRecount: {
      /** `true` has what was reckoned anew read from then on, if it differs. */
      repair?: (boolean | null);
    };
    StatusChange: {
      /** Id of the record. */
      id: string;
      /** Where the record stands in its life. */
      status: components["schemas"]["PublishedStatus"];
      /** Id of the account that made the change. */
      changedBy: ("USER" | "SYSTEM");
      /** When it became so, Unix seconds. */
      timestamp: number;
      /** Id of the account. */
      userId?: string;
    };
    Store: {
      /** Id of the record. */
      id: string;
      /** Your name for the store. */
      key: string;
      /** Name of the store. */
      name: string;
      /** Clock of the store, an IANA name such as `Europe/Berlin`. */
      timezone: string;
      /** Where the record stands in its life. */
      status: ("draft" | "active" | "archived");
      /** Languages of the store, the default one among them. */
      languages: {
        /** Id of the record. */
        id: string;
        /** Code of the language, two letters. */
        code: string;
        /** Whether it counts where none is named. */
        is_default: boolean;
      }[];
      /** Addresses of the store, by purpose. */
      emails: {
        /** Address that bills go to. */
        billing: (string | null);
        /** Address that submissions and questions go to. */
        support: (string | null);
      };
      /** Addresses of web sites that people may come from and be sent back to. */
      origins: string[];
      /** Key of the business above this one. */
      network_key: (string | null);
      /** When it was created, Unix seconds. */
      created_at: number;
      /** When it last changed, Unix seconds. */
      updated_at: number;
      /**
       * Number of the record's last change. A change that sends it is a 409 if somebody else was faster.
       * @default 1
       */
      version: number;
    };
    StoreEmails: {
      /** Address that bills go to. */
      billing?: (string | null);
      /** Address that submissions and questions go to. */
      support?: (string | null);
    };
    StoreEvent: {
      /** Id of the record. */
      id: string;
      /** Type of the event, such as `form.created`. */
      type: string;
      /** Id of the store. */
      store_id: string;
      /** Kind and id of the record, such as `order:order_01j…`. */
      record: string;
      /** Counts the changes of one record, from 1. */
      sequence: number;
      /** Who caused it: a person, a visitor, or the system by the name of its work. */
      actor: {
        /** Type of the event, such as `form.created`. */
        type: string;
        /** Id of the record. */
        id: (string | null);
      };
      /** Operation or worker that did it. */
      operation: string;
      /** The `x-request-id` of the call, which log lines carry too. */
      request_id: string;
      /** The record as the change left it. */
      data: { [name: string]: unknown };
      /**
       * Fields that differ from the event before of the same record; null unless `record` names one, and for its
       * first.
       */
      changed: (string[] | null);
      /** When it was created, Unix seconds. */
      created_at: number;
    };
    StoreEventPage: {
      /** The records of this page. */
      items: components["schemas"]["StoreEvent"][];
      /** Gives the next page; null on the last one. */
      cursor: (string | null);
      /** Parameters that were sent and that the list does not know. Absent where there are none. */
      ignored_parameters?: string[];
    };
    StorePage: {
      /** The records of this page. */
      items: components["schemas"]["Store"][];
      /** Gives the next page; null on the last one. */
      cursor: (string | null);
      /** Parameters that were sent and that the list does not know. Absent where there are none. */
      ignored_parameters?: string[];
    };
    Storefront: {
      /** Id of the record. */
      id: string;
      /** Your name for the record, unique among its kind. */
      key: string;
      /** Name of the store. */
      name: string;
      /** IANA name, such as `Europe/Berlin`. */
      timezone: string;
      /** Languages of the store, the default one among them. */
      languages: {
        /** Id of the record. */
        id: string;
        /** Code of the language, two letters. */
        code: string;
        /** Whether the language counts where none is asked for. */
        is_default: boolean;
      }[];
      /** Address of the picture in mails and pages. */
      logo: (string | null);
      /** The markets that the store sells in. */
      markets: components["schemas"]["StorefrontMarket"][];
      /** How buyers pay. */
      payment: components["schemas"]["CardSettings"];
    };
    StorefrontMarket: {
      /** Id of the record. */
      id: string;
      /** Your name for it, unique in the store. */
      key: string;
      /** Currency of the market, three letters. */
      currency: string;
      /** Whether prices contain the tax. */
      tax_mode: ("EXCLUSIVE" | "INCLUSIVE");
      /** Tax rate in hundredths of a percent: 1900 is 19 %. */
      tax_bps: number;
      /** Ways to pay in the market. */
      payment_methods: components["schemas"]["PaymentMethod"][];
      /** Where the market sends to, the first that fits. */
      zones: components["schemas"]["Zone"][];
    };
    Submission: {
      /** Id of the record. */
      id: string;
      /** Id of the form. */
      form_id: string;
      /** Id of the store. */
      store_id: string;
      /**
       * Id of the contact, where a visitor with a session sent it.
       * @default null
       */
      contact_id: (string | null);
      /** When it was created, Unix seconds. */
      created_at: number;
      /** When it last changed, Unix seconds. */
      updated_at: number;
      /** Answers, one for each field of the form. */
      fields: components["schemas"]["SubmittedField"][];
      /**
       * Number of the record's last change. A change that sends it is a 409 if somebody else was faster.
       * @default 1
       */
      version: number;
    };
    SubmissionPage: {
      /** The records of this page. */
      items: components["schemas"]["Submission"][];
      /** Gives the next page; null on the last one. */
      cursor: (string | null);
      /** Parameters that were sent and that the list does not know. Absent where there are none. */
      ignored_parameters?: string[];
    };
    SubmitForm: {
      /** Answers, one for each field of the form. */
      fields: {
        /** Type of the field, which says what its value is. */
        type?: string;
        /** Id of the record. */
        id?: string;
        /** Name of the field within the form. */
        key?: string;
        /** What was answered, as the type of the field has it. */
        value?: unknown;
      }[];
      /** @deprecated Repeats `{formId}` of the path. Leave it out. */
      form_id?: string;
    };
    SubmittedField: {
      /** Type of the field, which says what its value is. */
      type: ("text" | "number" | "boolean" | "date" | "geo_location" | "select");
      /** Id of the record. */
      id: string;
      /** Name of the field within the form. */
      key: string;
      /** What was answered, as the type of the field has it. */
      value: unknown;
    };
    SubscribeToNewsletter: {
      /** Address of the subscriber. */
      email: string;
      /** Key of the market in whose currency the plan is paid. */
      market: string;
      /** Id of the plan. */
      plan_id?: string;
      /** @deprecated Repeats `{collectionId}` of the path. Leave it out. */
      id?: string;
      /** @deprecated Older form of `plan_id`. */
      planId?: string;
    };
    SubscribeToPlan: {
      /** Id of the plan. */
      planId: string;
      /** Where a person goes on after paying. */
      successUrl: string;
      /** Where a person goes who leaves the payment page. */
      cancelUrl: string;
    };
    Subscriber: {
      /** Id of the record. */
      id: string;
      /** The entry that is sent, or the newsletter that is subscribed to. */
      entity: string;
      /** Address of the subscriber. */
      email: string;
      /** Id of the plan. */
      planId: string;
      /** Where the record stands in its life. */
      status: ("PENDING" | "ACTIVE" | "CANCELLED" | "EXPIRED");
      /** When it was created, Unix seconds. */
      createdAt: number;
      /** When it last changed, Unix seconds. */
      updatedAt: number;
    };
    SubscriberPage: {
      /** The records of this page. */
      items: components["schemas"]["Subscriber"][];
      /** Gives the next page; null on the last one. */
      cursor: (string | null);
      /** Parameters that were sent and that the list does not know. Absent where there are none. */
      ignored_parameters?: string[];
    };
    Subscription: {
      /** Id of the record. */
      id: (string | null);
      /** Id of the plan. */
      planId: string;
      /** The plan that is paid for. */
      plan: components["schemas"]["Plan"];
      /** Where the record stands in its life. */
      status: ("ACTIVE" | "PAST_DUE" | "CANCELLED");
      /** When the paid period ends, Unix seconds. */
      currentPeriodEnd: (number | null);
      /** Whether the subscription ends with its period. */
      cancelAtPeriodEnd: boolean;
      /** Plan from the next period on. */
      pendingPlanId: (string | null);
      /** What is used of each feature. */
      usage: { [name: string]: {
        /** How much of the feature is used. */
        used: number;
        /** How much of the feature the plan has; null for as much as is wanted. */
        limit: (number | null);
        /** When the use is counted anew, Unix seconds. */
        resets_at: (number | null);
      } };
    };
    Success: {
      /** Whether it was done. */
      success: true;
    };
    SyncEngagement: {
      /** Ids of the publications to look at. */
      publication_ids?: (string[] | null);
      /** Most publications that are looked at in this call. */
      max_publications?: (number | null);
      /** Most pages of comments that are read of each publication. */
      max_comment_pages_per_publication?: (number | null);
      /** Most comments that are read of each publication. */
      max_comments_per_publication?: (number | null);
      /** Whether numbers are read too. */
      sync_metrics?: (boolean | null);
    };
    TagCustomers: {
      /** `tag` adds tags, `untag` takes them off. */
      action: ("tag" | "untag");
      /** Ids of the customers, each once. */
      ids: string[];
      /** Words that staff sort customers by. */
      tags: string[];
    };
    TagOrder: {
      /** Words by which staff sort orders. At most 20; case alone makes no other one. */
      tags: string[];
    };
    TaxRate: {
      /** Key of the tax category that the rate is for. */
      category: string;
      /** Tax rate in hundredths of a percent: 1900 is 19 %. */
      taxBps: number;
      /**
       * Name for people.
       * @default
       */
      name?: string;
    };
    Taxonomy: {
      /** Id of the record. */
      id: string;
      /** Your name for the taxonomy, unique in the store. */
      key: string;
      /** Id of the store. */
      store_id: string;
      /** Id of the taxonomy above; null at the top. */
      parent_id: (string | null);
      /** Where the record stands in its life. */
      status: ("active" | "archived");
      /** When it was created, Unix seconds. */
      created_at: number;
      /** When it last changed, Unix seconds. */
      updated_at: number;
      /** The fields that a record filed there can have, in order. */
      schema: components["schemas"]["TaxonomyField"][];
      /**
       * Number of the record's last change. A change that sends it is a 409 if somebody else was faster.
       * @default 1
       */
      version: number;
    };
    TaxonomyEntry: {
      /** Id of the taxonomy. */
      taxonomy_id: string;
      /** Values by the key of their field. */
      fields: {
        /** Type of the field, which says what its value is. */
        type: ("text" | "number" | "boolean" | "geo_location");
        /** Id of the record. */
        id: string;
        /** Name of the field within the taxonomy. */
        key: string;
        /** The value, as the type of its field has it. */
        value: unknown;
      }[];
    };
    TaxonomyEntryInput: {
      /** Id of the taxonomy. */
      taxonomy_id: string;
      /** Values by the key of their field. */
      fields?: {
        /** Type of the field, which says what its value is. */
        type?: string;
        /** Id of the record. */
        id?: string;
        /** Name of the field within the taxonomy. */
        key?: string;
        /** The value, as the type of its field has it. */
        value?: unknown;
      }[];
    };
    TaxonomyField: {
      /** Type of the field, which says what its value is. */
      type: ("text" | "number" | "boolean" | "geo_location");
      /** Id of the record. */
      id: string;
      /** Name of the field within the taxonomy. */
      key: string;
      /** The value, as the type of its field has it. */
      value?: string[];
      /** Least value. */
      min?: number;
      /** Greatest value. */
      max?: number;
    };
    TaxonomyPage: {
      /** The records of this page. */
      items: components["schemas"]["Taxonomy"][];
      /** Gives the next page; null on the last one. */
      cursor: (string | null);
      /** Parameters that were sent and that the list does not know. Absent where there are none. */
      ignored_parameters?: string[];
    };
    TestWebhook: {
      /** Address that events are sent to. */
      url: string;
      /** Id of the record. */
      id?: string;
      /** Your name for it. */
      name?: string;
      /** Event types that are sent; an empty list is all. */
      events?: string[];
      /** Headers that are sent along, by name. */
      headers?: { [name: string]: string };
      /** Signs the deliveries; shown once. */
      secret?: string;
    };
    TextRequirement: {
      /** Where it stands in the post. */
      placement: string;
      /** The field that it is about. */
      field: string;
      /** Whether one must be given. */
      required: boolean;
      /** Most characters. */
      max: number;
      /** What the length is counted in. */
      unit: ("code_points" | "utf16" | "bytes" | "weighted");
    };
    TimelineEntry: {
      /** Id of the record. */
      id: string;
      /** When it was decided, Unix seconds. */
      at: number;
      /** Kind of the record to which it happened. */
      kind: (
        | "order" | "reservation" | "submission" | "conversation" | "subscription" | "contact"
      );
      /** What happened; of an actor, what kind of caller it was. */
      type: (
        | "order.created" | "order.paid" | "order.refunded" | "order.shipped" | "order.return_asked"
        | "order.cancelled" | "reservation.created" | "reservation.confirmed" | "reservation.cancelled"
        | "reservation.completed" | "reservation.no_show" | "submission.created" | "conversation.created"
        | "subscription.created" | "subscription.cancelled" | "contact.created" | "contact.noted" | "contact.granted"
        | "contact.withdrew" | "contact.merged"
      );
      /** Id of the record to which it happened. */
      record_id: string;
      /** Number of the order. */
      number?: string;
      /** How far the record is by now. */
      status?: string;
      /** How far the order is paid. */
      payment_status?: string;
      /** What it costs, in the smallest unit of the currency. */
      total?: number;
      /** Three letters, ISO 4217. */
      currency?: string;
      /** When the booking begins, Unix seconds. */
      starts_at?: number;
      /** Form that was sent. */
      form_id?: string;
      /** Newsletter that was subscribed to. */
      collection_id?: string;
      /** What was written into the form; only for those who may ADMIN the store. */
      fields?: {
        /** Key of the field. */
        key: string;
        /** How many there are; of a field, what was written into it. */
        value: unknown;
      }[];
    };
    Today: {
      /** When it was counted. */
      as_of: number;
      /** Time zone of the store, which its day is of. */
      timezone: string;
      /** The store's day. */
      date: string;
      /** Whether all of the store is counted. Until it is, there may be more than is said. */
      complete: boolean;
      /** Orders by what is left to do about them. */
      orders: {
        /** What waits for the word of staff. */
        confirm: number;
        /** Orders with goods to send. */
        ship: number;
        /** Orders that their buyers fetch. */
        collect: number;
        /** Orders whose money has not come. */
        pay: number;
        /** Orders of which a return is asked. */
        return: number;
      };
      /** Appointments that begin today, those of them that begin later than now, and requests of any day. */
      appointments: {
        /** Appointments that begin on the store's day. */
        today: number;
        /** Appointments of today that begin later than now. */
        left: number;
        /** What waits for the word of staff. */
        confirm: number;
      };
      /** Conversations whose visitor waits for staff, and open ones that the caller takes care of. */
      conversations: {
        /** Conversations whose visitor waits for staff. */
        waiting: number;
        /** Open conversations that the caller takes care of. */
        mine: number;
      };
      /** What runs out. */
      stock: {
        /** Levels at or below their `low_at`. */
        low: number;
      };
      /** How webhooks fare; null for callers without ADMIN. */
      webhooks: ({
        /** Webhooks whose deliveries fail, and those that were switched off for that. */
        failing: number;
      } | null);
      /** What is wrong with publications. */
      publications: {
        /** Publications that could not be posted. */
        failed: number;
      };
    };
    Totals: {
      /** Three letters, ISO 4217. */
      currency: string;
      /** Key of the market, which decides currency and prices. */
      market: string;
      /** Sum before discount and sending, in the currency's smallest unit. */
      subtotal: number;
      /** What sending costs, in the currency's smallest unit. */
      shipping: number;
      /** What the promo code takes off, in the currency's smallest unit. */
      discount: number;
      /** Tax in the sum, in the currency's smallest unit. */
      tax: number;
      /** What the buyer pays, in the currency's smallest unit. */
      total: number;
    };
    UpdateAccount: {
      /** Name of the person, the store or the token that the record is about. */
      name?: string;
      /** Phone numbers of the person. */
      phone_numbers?: string[];
      /** Postal addresses of the person. */
      addresses?: {
        /** Street and number. */
        street?: string;
        /** City. */
        city?: string;
        /** State or region. */
        state?: string;
        /** Postal code. */
        zip?: string;
        /** Two letters, ISO 3166-1. */
        country?: string;
      }[];
      /** Steps that the account has done. */
      lifecycle?: {
        /** Whether the account finished its first steps. */
        onboarding_completed?: boolean;
      };
      /** Tokens for programs, without their secrets. */
      api_tokens?: {
        /** Name of the person, the store or the token that the record is about. */
        name: string;
        /** Id of the record. */
        id?: string;
        /** Until when it is good, Unix seconds. */
        expires_at?: (number | null);
      }[];
    };
    UpdateAgent: {
      /** Name of the agent, for staff. */
      name?: (string | null);
      /** Where the record stands in its life. */
      status?: (("draft" | "active" | "archived") | null);
      /** Node that a conversation begins at. */
      entry_node_id?: (string | null);
      /** What the agent says and asks, by id. */
      nodes?: ({ [name: string]: components["schemas"]["AgentNodeInput"] } | null);
      /** Ways from one node to the next. */
      edges?: (components["schemas"]["AgentEdgeInput"][] | null);
      /** Settings of the AI that answers. */
      ai_config?: ({
        /**
         * What the AI is told first.
         * @default
         */
        system_prompt?: string;
        /**
         * Messages that the AI is given.
         * @default 20
         */
        max_context_messages?: number;
      } | null);
      /** Channels that the agent serves. */
      channel_ids?: (string[] | null);
      /** A remark for staff. */
      notes?: (string | null);
      /** Your name for the agent, unique in the store. */
      key?: (string | null);
      /** Number of the record's last change. A change that sends it is a 409 if somebody else was faster. */
      version?: (number | null);
    };
    UpdateBusiness: {
      /** Name for people. */
      name?: string;
      /** Name in addresses. */
      slug?: string;
      /** What the business does. */
      description?: string;
      /** Mail address of the business. */
      email?: (string | "");
      /** Phone number with its country, such as `+43…`. */
      phone?: string;
      /** Address of the web site. */
      website?: string;
      /** Postal address. */
      address?: {
        /** Street and number. */
        line1?: string;
        /** Floor, door or what else is needed. */
        line2?: string;
        /** City. */
        city?: string;
        /** State or region. */
        state?: string;
        /** Postal code. */
        postalCode?: string;
        /** Two letters, ISO 3166-1. */
        country?: string;
      };
      /** Clock of the store, an IANA name such as `Europe/Berlin`. */
      timezone?: string;
      /** Key of the business above this one. */
      networkKey?: (string | null);
      /** Where the record stands in its life. */
      status?: ("DRAFT" | "ACTIVE" | "ARCHIVED");
      /** Pictures of the business. */
      gallery?: components["schemas"]["GalleryItem"][];
      /** Settings of the business. */
      configs?: components["schemas"]["BusinessSettingsInput"];
      /** Your name for it. */
      key?: string;
      /** Number of the record's last change. A change that sends it is a 409 if somebody else was faster. */
      version?: (number | null);
    };
    UpdateBusinessCollection: {
      /** Name in addresses, by language. */
      slug?: string;
      /** What it is for. */
      description?: string;
      /** What the collection is for. */
      type?: string;
      /** Typed values, each with its key. */
      blocks?: {
        /** What the collection is for. */
        type: (
          | "TEXT" | "NUMBER" | "BOOLEAN" | "DATE" | "RELATIONSHIP" | "GEO_LOCATION" | "MEDIA" | "SELECT"
          | "MULTI_SELECT"
        );
        /** Id of the record. */
        id?: string;
        /** Your name for the record, unique among its kind. */
        key?: string;
        /**
         * Text before the field, by language.
         * @default
         */
        label?: string;
        /**
         * Whether a value must be given.
         * @default false
         */
        required?: boolean;
        /** Settings of the block. */
        settings?: { [name: string]: unknown };
      }[];
      /** Where the record stands in its life. */
      status?: ("DRAFT" | "PUBLISHED");
      /** What readers pay for the collection. */
      plans?: {
        /** Name for people. */
        name: string;
        /** What the plan costs. */
        price: {
          /** Price in the currency's smallest unit, such as cents. */
          amount: number;
          /** Currency of the price, three letters. */
          currency: string;
          /** How often the price is due. */
          interval?: ("DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY");
        };
        /** Id of the record. */
        id?: string;
        /**
         * What it is for.
         * @default
         */
        description?: string;
        /** What the plan offers, in words. */
        features?: string[];
      }[];
      /** What is counted of a newsletter's mails. */
      tracking?: ({
        /** Whether it is counted that mails are opened; `true` unless set. */
        opens?: (boolean | null);
        /** Whether it is counted that links are followed; `false` unless set, and links stay as they are written. */
        clicks?: (boolean | null);
      } | null);
      /** Name for people. */
      name?: string;
      /** Number of the record's last change. A change that sends it is a 409 if somebody else was faster. */
      version?: (number | null);
      /** @deprecated Older form of `status`. */
      statuses?: {
        /** Where the record stands in its life. */
        status: ("DRAFT" | "PUBLISHED");
      }[];
    };
    UpdateBusinessEntry: {
      /** Id of the collection. */
      collectionId?: (string | null);
      /** What the entry belongs to, such as `collection:lcol_…`. */
      owner?: string;
      /** Language tag, such as `de-AT`. */
      locale?: string;
      /** Where the record stands in its life. */
      status?: ("DRAFT" | "PUBLISHED");
      /** Typed values, each with its key. */
      blocks?: {
        /** Id of the record. */
        id?: string;
        /** Your name for the record, unique among its kind. */
        key?: string;
        /** Type of the block, which says what its value is. */
        type?: (
          | "TEXT" | "NUMBER" | "BOOLEAN" | "DATE" | "RELATIONSHIP" | "GEO_LOCATION" | "MEDIA" | "SELECT"
          | "MULTI_SELECT"
        );
        /** Settings of the block, by its type. */
        properties?: { [name: string]: unknown };
        /** The value, as its type has it. */
        value?: unknown;
      }[];
      /** Number of the record's last change. A change that sends it is a 409 if somebody else was faster. */
      version?: (number | null);
      /** @deprecated Older form of `status`. */
      statuses?: {
        /** Where the record stands in its life. */
        status: ("DRAFT" | "PUBLISHED");
      }[];
    };
    UpdateBusinessEvent: {
      /** The record as it was after the event. */
      payload: components["schemas"]["EventAction"];
    };
    UpdateCart: {
      /** Key of the market, which decides currency and prices. */
      market?: (string | null);
      /** What is bought, one line for each variant or appointment. */
      items?: (components["schemas"]["CartItemInput"][] | null);
      /** Where the goods go. */
      shipping_address?: (components["schemas"]["AddressInput"] | null);
      /** Where the bill goes. */
      billing_address?: (components["schemas"]["AddressInput"] | null);
      /** Forms that the buyer filled in. */
      forms?: (components["schemas"]["FilledFormInput"][] | null);
      /** The promo code. */
      promo_code?: (string | null);
      /** Key of the way to pay. */
      payment_method_key?: (string | null);
      /** Id of the way to send. */
      shipping_method_id?: (string | null);
      /** Number of the record's last change. A change that sends it is a 409 if somebody else was faster. */
      version?: (number | null);
      /** @deprecated Repeats `{cartId}` of the path. Leave it out. */
      id?: string;
      /** @deprecated Repeats `{storeId}` of the path. Leave it out. */
      store_id?: string;
    };
    UpdateCollection: {
      /** Number of the record's last change. A change that sends it is a 409 if somebody else was faster. */
      version?: (number | null);
      /** Your name for it, unique among collections or among the fields of one. */
      key?: string;
      /** The fields that an entry has, in order. */
      fields?: components["schemas"]["CollectionFieldInput"][];
      /** Where the record stands in its life. */
      status?: ("active" | "archived");
      /** @deprecated Older form of `fields`. */
      schema?: components["schemas"]["CollectionFieldInput"][];
    };
    UpdateCustomer: {
      /** Name of the customer. */
      name?: (string | null);
      /** Mail address, in small letters. */
      email?: (string | null);
      /** Phone number, as it was given. */
      phone?: (string | null);
      /** Language in which the customer is written to. */
      language?: (("en" | "de") | null);
      /** Words that staff sort customers by. */
      tags?: (string[] | null);
      /** Postal addresses of the customer. */
      addresses?: (components["schemas"]["AddressInput"][] | null);
      /** Counts the changes; send it back to change only what you have seen. */
      version?: number;
    };
    UpdateEntry: {
      /** Number of the record's last change. A change that sends it is a 409 if somebody else was faster. */
      version?: (number | null);
      /** Your name for the entry, unique in its collection. */
      key?: string;
      /** Values by the key of their field. */
      fields?: {
        /** Type of the field, which says what its value is. */
        type?: string;
        /** Id of the field of the collection. */
        field_id?: string;
        /** Id of the record. */
        id?: string;
        /** Your name for the entry, unique in its collection. */
        key?: string;
        /** The value, as the type of its field has it. */
        value?: unknown;
      }[];
      /** Name in addresses, by language. */
      slug?: { [name: string]: string };
      /** Where the record stands in its life. */
      status?: ("active" | "draft" | "archived");
      /** @deprecated Older form of `fields`. */
      blocks?: {
        /** Type of the field, which says what its value is. */
        type?: string;
        /** Id of the field of the collection. */
        field_id?: string;
        /** Id of the record. */
        id?: string;
        /** Your name for the entry, unique in its collection. */
        key?: string;
        /** The value, as the type of its field has it. */
        value?: unknown;
      }[];
    };
    UpdateForm: {
      /** Name of the field within the form. */
      key?: string;
      /** The fields that are asked for, in order. */
      schema?: {
        /** Type of the field, which says what its value is. */
        type: ("text" | "number" | "boolean" | "date" | "geo_location" | "select");
        /** Name of the field within the form. */
        key: string;
        /** Id of the record. */
        id?: string;
        /**
         * Whether an answer must be given.
         * @default false
         */
        required?: boolean;
        /** Least number. */
        min?: number;
        /** Greatest number. */
        max?: number;
        /** Answers to choose from. */
        options?: string[];
      }[];
      /** Where the record stands in its life. */
      status?: ("active" | "archived");
      /** Number of the record's last change. A change that sends it is a 409 if somebody else was faster. */
      version?: (number | null);
    };
    UpdateLocation: {
      /** Where it is. */
      address?: (components["schemas"]["AddressInput"] | null);
      /** Whether buyers can fetch orders there. */
      is_pickup_location?: (boolean | null);
      /** Your name for the record, unique among its kind. */
      key?: string;
      /** Number of the record's last change. A change that sends it is a 409 if somebody else was faster. */
      version?: (number | null);
    };
    UpdateMarket: {
      /** Number of the record's last change. A change that sends it is a 409 if somebody else was faster. */
      version?: (number | null);
      /** Your name for it, unique in the store. */
      key?: string;
      /** Currency of the market, three letters. */
      currency?: string;
      /** Whether prices contain the tax. */
      tax_mode?: ("EXCLUSIVE" | "INCLUSIVE");
      /** Tax rate in hundredths of a percent: 1900 is 19 %. */
      tax_bps?: number;
      /** Ways to pay in the market. */
      payment_methods?: components["schemas"]["PaymentMethodInput"][];
      /** Where the market sends to, the first that fits. */
      zones?: components["schemas"]["ZoneInput"][];
    };
    UpdateMedia: {
      /** Number of the record's last change. A change that sends it is a 409 if somebody else was faster. */
      version?: (number | null);
      /** Name in addresses. */
      slug?: { [name: string]: string };
      /** What the picture shows, by language, for those who do not see it. */
      alt?: { [name: string]: string };
    };
    UpdateMember: {
      /** Role of the member: `viewer`, `member`, `admin` or `owner`. */
      role: ("owner" | "admin" | "member" | "viewer");
      /** Number of the record's last change. A change that sends it is a 409 if somebody else was faster. */
      version?: (number | null);
    };
    UpdateNode: {
      /** Id of the node above; null at the top. */
      parent_id?: (string | null);
      /** What kind of node it is. */
      type?: string;
      /** Name in addresses, by language. */
      slug?: { [name: string]: string };
      /** Typed values, each with its key. */
      blocks?: components["schemas"]["BlockInput"][];
      /** Where it is filed: taxonomies, each with values of its fields. */
      taxonomies?: components["schemas"]["TaxonomyEntryInput"][];
      /** Where the record stands in its life. */
      status?: ("ACTIVE" | "ARCHIVED");
      /** Your name for the node, unique in the store. */
      key?: string;
      /** Number of the record's last change. A change that sends it is a 409 if somebody else was faster. */
      version?: (number | null);
    };
    UpdateOrder: {
      /** Where the goods go. */
      shipping_address?: (components["schemas"]["AddressInput"] | null);
      /** Where the bill goes. */
      billing_address?: (components["schemas"]["AddressInput"] | null);
      /** Forms that the buyer filled in. */
      forms?: (components["schemas"]["FilledFormInput"][] | null);
      /** `true` confirms the order. */
      confirm?: (boolean | null);
      /** `true`, or the reason, cancels what was not yet sent. */
      cancel?: ((boolean | {
        /** Why it was done. */
        reason?: (string | null);
      }) | null);
      /** Why it was done. */
      reason?: (string | null);
      /** Whether the money goes back too. */
      refund?: ("policy" | null);
      /** `true` books the money as paid, such as cash. */
      paid?: (boolean | null);
      /** What was ordered, one item for each line. */
      items?: ({
        /** Units to cancel. */
        cancel_quantity?: (number | null);
        /** @deprecated Repeats `{orderId}` of the path. Leave it out. */
        id: string;
      }[] | null);
      /** Whether it counts as a trial. Only ADMIN may say so. */
      test?: (boolean | null);
      /** Number of the record's last change. A change that sends it is a 409 if somebody else was faster. */
      version?: (number | null);
      /** @deprecated Repeats `{orderId}` of the path. Leave it out. */
      id?: string;
      /** @deprecated Repeats `{storeId}` of the path. Leave it out. */
      store_id?: string;
    };
    UpdateOwnContact: {
      /** What the customer agreed to or took back; the newest decision of a channel counts. */
      consents: components["schemas"]["OwnConsent"][];
    };
    UpdateProduct: {
      /** Name in addresses, by language. */
      slug?: ({ [name: string]: string } | null);
      /** Typed values, each with its key. */
      blocks?: (components["schemas"]["BlockInput"][] | null);
      /** Where it is filed: taxonomies, each with values of its fields. */
      taxonomies?: (components["schemas"]["TaxonomyEntryInput"][] | null);
      /** What is sold of the product, each with prices and stock. */
      variants?: (components["schemas"]["VariantInput"][] | null);
      /** Where the record stands in its life. */
      status?: (("draft" | "active" | "archived") | null);
      /** Your name for the product, unique in the store. */
      key?: (string | null);
      /** Number of the record's last change. A change that sends it is a 409 if somebody else was faster. */
      version?: (number | null);
    };
    UpdatePromoCode: {
      /** The code as buyers type it. */
      code?: string;
      /** What the code takes off, by market. */
      discounts?: components["schemas"]["PromoDiscountInput"][];
      /** All that must hold for the code to count. */
      conditions?: components["schemas"]["PromoConditionInput"][];
      /** Where the record stands in its life. */
      status?: ("active" | "archived");
      /** Number of the record's last change. A change that sends it is a 409 if somebody else was faster. */
      version?: (number | null);
    };
    UpdateProvider: {
      /** Your name for it, unique among services or among providers. */
      key?: string;
      /** Name that customers read. */
      name?: string;
      /** What it is, for customers. */
      description?: string;
      /** Name in addresses, by language. */
      slug?: components["schemas"]["SlugInput"];
      /** `public` for all callers, `private` for members alone. */
      access?: ("public" | "private");
      /** Ids of the nodes that it is filed under. */
      nodeIds?: string[];
      /** Ids of the businesses of the network that share it. */
      networkIds?: string[];
      /** Typed values, each with its key. */
      blocks?: components["schemas"]["BlockInput"][];
      /** Where it is filed: taxonomies, each with values of its fields. */
      taxonomies?: components["schemas"]["TaxonomyEntryInput"][];
      /** Where the record stands in its life. */
      status?: ("DRAFT" | "ACTIVE" | "ARCHIVED");
      /** Id of the account. */
      userId?: (string | null);
      /** Ids of the services that the provider offers. */
      serviceIds?: string[];
      /** Hours by day of the week and by date. */
      workingTime?: components["schemas"]["WorkingTimeInput"];
      /** Customers that the provider takes at one time. */
      concurrentLimit?: number;
      /** Number of the record's last change. A change that sends it is a 409 if somebody else was faster. */
      version?: (number | null);
      /** @deprecated Older form of `status`. */
      statuses?: {
        /** Where the record stands in its life. */
        status: string;
      }[];
      /** @deprecated Repeats `{providerId}` of the path. Leave it out. */
      id?: string;
    };
    UpdatePublication: {
      /** Number of the record's last change. A change that sends it is a 409 if somebody else was faster. */
      version?: (number | null);
      /** Id of the account at the network that posts. */
      social_account_id?: (string | null);
      /** What is posted, by its parts. */
      content?: ({ [name: string]: unknown } | null);
      /** Your name for it. */
      key?: (string | null);
      /** When it is to be posted, Unix seconds. */
      scheduled_at?: (number | null);
    };
    UpdateReservation: {
      /** Where the record stands in its life. */
      status?: string;
      /** Appointments of the reservation, all or none. */
      parts?: components["schemas"]["ReservationPartInput"][];
      /** What the customer was asked, each answer with its key. */
      blocks?: components["schemas"]["ReservationBlockInput"][];
      /** Whether the money goes back when it is cancelled. */
      refund?: ("policy" | null);
      /** Number of the record's last change. A change that sends it is a 409 if somebody else was faster. */
      version?: (number | null);
      /** How it is paid for, and how far that is. */
      payment?: unknown;
      /** @deprecated Repeats `{reservationId}` of the path. Leave it out. */
      id?: string;
      /** @deprecated Older form of `status`. */
      statuses?: {
        /** Where the record stands in its life. */
        status: string;
      }[];
      /** @deprecated Older form of `parts`. */
      items?: components["schemas"]["ReservationPartInput"][];
    };
    UpdateService: {
      /** Your name for it, unique among services or among providers. */
      key?: string;
      /** Name that customers read. */
      name?: string;
      /** What it is, for customers. */
      description?: string;
      /** Name in addresses, by language. */
      slug?: components["schemas"]["SlugInput"];
      /** `public` for all callers, `private` for members alone. */
      access?: ("public" | "private");
      /** Ids of the nodes that it is filed under. */
      nodeIds?: string[];
      /** Ids of the businesses of the network that share it. */
      networkIds?: string[];
      /** Typed values, each with its key. */
      blocks?: components["schemas"]["BlockInput"][];
      /** Where it is filed: taxonomies, each with values of its fields. */
      taxonomies?: components["schemas"]["TaxonomyEntryInput"][];
      /** Where the record stands in its life. */
      status?: ("DRAFT" | "ACTIVE" | "ARCHIVED");
      /** What it costs, by market. */
      prices?: components["schemas"]["Price"][];
      /** Steps of the service, in order; a step with `isPause` leaves the provider free. */
      durations?: components["schemas"]["DurationInput"][];
      /** Minutes between two times that are offered. */
      slotInterval?: (number | null);
      /** Whether staff confirm a booking first. */
      isApprovalRequired?: boolean;
      /** Where it takes place. */
      location?: ({
        /** Latitude of the place, degrees. */
        lat?: number;
        /** Longitude of the place, degrees. */
        lng?: number;
      } | null);
      /** Who offers it, with their own prices and times. */
      providers?: components["schemas"]["ConnectProvider"][];
      /** Number of the record's last change. A change that sends it is a 409 if somebody else was faster. */
      version?: (number | null);
      /** @deprecated Older form of `status`. */
      statuses?: {
        /** Where the record stands in its life. */
        status: string;
      }[];
      /** @deprecated Older form of `prices`. */
      pricing?: {
        /** Keys of the markets that it is offered in. */
        markets: {
          /** Key of the market that the price is for. */
          marketId: string;
          /** What it costs, in the smallest unit of the market's currency. */
          price: number;
          /** Currency of the price, three letters. */
          currency?: (string | null);
        }[];
      };
      /** @deprecated Older form of `durations`. */
      duration?: number;
      /** @deprecated Older form of `providers`. */
      providerIds?: string[];
      /** @deprecated Repeats `{serviceId}` of the path. Leave it out. */
      id?: string;
    };
    UpdateServiceProvider: {
      /** Id of the provider of the service. */
      providerId?: string;
      /** Hours by day of the week. */
      workingDays?: components["schemas"]["WorkingDayInput"][];
      /** Days of every year that replace the working hours. */
      outcastDates?: components["schemas"]["OutcastDateInput"][];
      /** Single days that replace the working hours. */
      specificDates?: components["schemas"]["SpecificDateInput"][];
      /** Hours by day of the week and by date. */
      workingTime?: components["schemas"]["WorkingTimeInput"];
      /** What it costs, by market. */
      prices?: (components["schemas"]["Price"][] | null);
      /** Steps of the service, in order; a step with `isPause` leaves the provider free. */
      durations?: (components["schemas"]["DurationInput"][] | null);
      /** Whether staff confirm a booking first. */
      isApprovalRequired?: (boolean | null);
      /** Number of the record's last change. A change that sends it is a 409 if somebody else was faster. */
      version?: (number | null);
      /** @deprecated Repeats `{connectionId}` of the path. Leave it out. */
      id?: string;
    };
    UpdateShipment: {
      /** Number of the record's last change. A change that sends it is a 409 if somebody else was faster. */
      version?: (number | null);
      /** Where the record stands in its life. */
      status?: ("in_transit" | "out_for_delivery" | "delivered" | "failed" | "returned");
      /** Number of the parcel at the carrier. */
      tracking_number?: string;
      /** Page of the carrier on which the parcel can be followed. */
      tracking_url?: string;
    };
    UpdateStore: {
      /** Name of the store. */
      name?: string;
      /** Clock of the store, an IANA name such as `Europe/Berlin`. */
      timezone?: string;
      /** Where the record stands in its life. */
      status?: ("DRAFT" | "ACTIVE" | "ARCHIVED");
      /** Languages of the store, the default one among them. */
      languages?: (string | {
        /** Code of the language, two letters. */
        code: string;
        /** Whether it counts where none is named. */
        is_default?: boolean;
      } | {
        /** Id of the record. */
        id: string;
        /** Whether it counts where none is named. */
        is_default?: boolean;
      })[];
      /** Addresses of the store, by purpose. */
      emails?: components["schemas"]["StoreEmails"];
      /** Addresses of web sites that people may come from and be sent back to. */
      origins?: string[];
      /** Address that bills go to. */
      billing_email?: string;
      /** Your name for it. */
      key?: string;
      /** Number of the record's last change. A change that sends it is a 409 if somebody else was faster. */
      version?: (number | null);
    };
    UpdateSubmission: {
      /** Answers, one for each field of the form. */
      fields: {
        /** Type of the field, which says what its value is. */
        type?: string;
        /** Id of the record. */
        id?: string;
        /** Name of the field within the form. */
        key?: string;
        /** What was answered, as the type of the field has it. */
        value?: unknown;
      }[];
      /** Number of the record's last change. A change that sends it is a 409 if somebody else was faster. */
      version?: (number | null);
    };
    UpdateTaxonomy: {
      /** Id of the taxonomy above; null at the top. */
      parent_id?: (string | null);
      /** The fields that a record filed there can have, in order. */
      schema?: {
        /** Type of the field, which says what its value is. */
        type: ("text" | "number" | "boolean" | "geo_location");
        /** Your name for the taxonomy, unique in the store. */
        key: string;
        /** Id of the record. */
        id?: string;
        /** The value, as the type of its field has it. */
        value?: string[];
        /** Least value. */
        min?: number;
        /** Greatest value. */
        max?: number;
      }[];
      /** Where the record stands in its life. */
      status?: ("active" | "archived");
      /** Your name for the taxonomy, unique in the store. */
      key?: string;
      /** Number of the record's last change. A change that sends it is a 409 if somebody else was faster. */
      version?: (number | null);
    };
    UpdateUser: {
      /** Name of the person, the store or the token that the record is about. */
      name?: string;
      /** Phone numbers of the person. */
      phoneNumbers?: string[];
      /** Postal addresses of the person. */
      addresses?: {
        /** Street and number. */
        street?: string;
        /** City. */
        city?: string;
        /** State or region. */
        state?: string;
        /** Postal code. */
        zip?: string;
        /** Two letters, ISO 3166-1. */
        country?: string;
      }[];
      /** Roles by business. */
      businessUserConfigs?: {
        /** Id of the business. */
        businessId: string;
        /** Settings of the person. */
        settings: { [name: string]: unknown };
      }[];
      /** Steps that the account has done. */
      lifecycle?: {
        /** Whether the account finished its first steps. */
        onboardingCompleted?: boolean;
      };
      /** Tokens for programs, without their secrets. */
      apiTokens?: {
        /** Name of the person, the store or the token that the record is about. */
        name: string;
        /** Id of the record. */
        id?: string;
        /** The secret: it is shown once. */
        value?: string;
        /** The identity provider, such as `GOOGLE`. */
        provider?: "API";
      }[];
    };
    UpdateWebhook: {
      /** Number of the record's last change. A change that sends it is a 409 if somebody else was faster. */
      version?: (number | null);
      /** Your name for the webhook, unique in the store. */
      key?: string;
      /** Your name for it. */
      name?: string;
      /** Address that events are sent to. */
      url?: string;
      /** Event types that are sent; an empty list is all. */
      events?: string[];
      /** Headers that are sent along, by name. */
      headers?: { [name: string]: string };
      /** Signs the deliveries; shown once. */
      secret?: string;
      /** Whether events are sent to it. */
      enabled?: boolean;
    };
    UploadMedia: {
      /** The files, each as a part of the form. */
      files?: string[];
      /** Addresses of files to fetch, as a JSON array. */
      urls?: string[];
    };
    UsagePage: {
      /** The records of this page. */
      items: {
        /** Kind of the record that uses the file. */
        resource: string;
        /** Id of the record that uses the file. */
        record_id: string;
      }[];
      /** Gives the next page; null on the last one. */
      cursor: (string | null);
      /** Parameters that were sent and that the list does not know. Absent where there are none. */
      ignored_parameters?: string[];
    };
    User: {
      /** Id of the record. */
      id: string;
      /** Name of the person, the store or the token that the record is about. */
      name: string;
      /** Mail address that the person signs in with. */
      email: string;
      /** Whether the address was proven. */
      isConfirmed: boolean;
      /** Phone numbers of the person. */
      phoneNumbers: string[];
      /** Postal addresses of the person. */
      addresses: {
        /** Street and number. */
        street?: string;
        /** City. */
        city?: string;
        /** State or region. */
        state?: string;
        /** Postal code. */
        zip?: string;
        /** Two letters, ISO 3166-1. */
        country?: string;
      }[];
      /** Roles that are given. */
      roleIds: string[];
      /** Roles of the person, by business. */
      roles: {
        /** Id of the record. */
        id: string;
        /** Name of the person, the store or the token that the record is about. */
        name: string;
        /** What the roles allow. */
        permissions: {
          /** What the role may do with it. */
          action: string;
          /** Kind of record that the permission is for. */
          resource: string;
          /** When the permission holds. */
          conditions: unknown[];
        }[];
      }[];
      /** Tokens for programs, without their secrets. */
      apiTokens: {
        /** Id of the record. */
        id: string;
        /** Name of the person, the store or the token that the record is about. */
        name: string;
        /** What is told apart by it. */
        value: string;
        /** The identity provider, such as `GOOGLE`. */
        provider: "API";
      }[];
      /** Roles by business. */
      businessUserConfigs: {
        /** Id of the business. */
        businessId: string;
        /** Settings of the person. */
        settings: { [name: string]: unknown };
      }[];
      /** Steps that the account has done. */
      lifecycle: {
        /** When the person last signed in, Unix seconds. */
        lastLoginAt: (number | null);
        /** Whether the account finished its first steps. */
        onboardingCompleted: boolean;
      };
    };
    UserConfirmed: {
      /** Whether it was done. */
      success: true;
      /** Id of the account. */
      userId: string;
    };
    UserPage: {
      /** The records of this page. */
      items: components["schemas"]["UserSummary"][];
      /** Gives the next page; null on the last one. */
      cursor: (string | null);
      /** Parameters that were sent and that the list does not know. Absent where there are none. */
      ignored_parameters?: string[];
    };
    UserSummary: {
      /** Id of the record. */
      id: string;
      /** Name of the person, the store or the token that the record is about. */
      name: string;
      /** Mail address that the person signs in with. */
      email: string;
      /** Whether the address was proven. */
      isConfirmed: boolean;
      /** Roles that are given. */
      roleIds: string[];
      /** Roles of the person, by business. */
      roles: {
        /** Id of the record. */
        id: string;
        /** Name of the person, the store or the token that the record is about. */
        name: string;
        /** What the roles allow. */
        permissions: {
          /** What the role may do with it. */
          action: string;
          /** Kind of record that the permission is for. */
          resource: string;
          /** When the permission holds. */
          conditions: unknown[];
        }[];
      }[];
      /** Steps that the account has done. */
      lifecycle: {
        /** When the person last signed in, Unix seconds. */
        lastLoginAt: (number | null);
        /** Whether the account finished its first steps. */
        onboardingCompleted: boolean;
      };
      /** Phone numbers of the person. */
      phoneNumbers: string[];
      /** Postal addresses of the person. */
      addresses: unknown[];
      /** Tokens for programs, without their secrets. */
      apiTokens: unknown[];
      /** Roles by business. */
      businessUserConfigs: unknown[];
    };
    ValidateContent: {
      /** Id of the account at the network that posts. */
      social_account_id: string;
      /** What is posted, by its parts. */
      content: { [name: string]: unknown };
      /** When it is to be posted, Unix seconds. */
      scheduled_at?: (number | null);
    };
    Variant: {
      /** Id of the record. */
      id: string;
      /** Your number of the variant. */
      sku: (string | null);
      /** Where the record stands in its life. */
      status: ("active" | "archived");
      /** Weight of one unit, grams. */
      weight: (number | null);
      /** Whether it is sent. */
      requires_shipping: boolean;
      /** Key of the tax category. */
      tax_category_id: (string | null);
      /** Whether stock is counted; what is not counted never runs out. */
      counted: boolean;
      /** Prices by market. */
      prices: {
        /** Key of the market, which decides currency and prices. */
        market: string;
        /** Three letters, ISO 4217. */
        currency: string;
        /** Price in the smallest unit of the market's currency. */
        amount: number;
        /** Price before a reduction, in the smallest unit of the market's currency. */
        compare_at: (number | null);
      }[];
      /** What tells the variant from others, such as its size. */
      attributes: components["schemas"]["Block"][];
      /** Units that can be bought, over all locations. */
      available: (number | null);
      /** Units at each location; a visitor sees one row with their sum. */
      inventory: {
        /** Units that can be bought, over all locations. */
        available: number;
        /** Id of the record. */
        id?: string;
        /** Id of the store. */
        store_id?: string;
        /** Id of the product. */
        product_id?: string;
        /** Id of the variant of the product. */
        variant_id?: string;
        /** Id of the location. */
        location_id?: string;
        /** Units that orders hold. */
        reserved?: number;
        /** Whether it is sold below zero. */
        backorder?: boolean;
        /** Number of units at which `inventory.low` is announced. */
        low_at?: (number | null);
        /** Whether an order ever held any of it. Such a variant can be archived, and not deleted. */
        ordered?: boolean;
        /** When it last changed, Unix seconds. */
        updated_at?: number;
      }[];
    };
    VariantInput: {
      /** Id of the record. */
      id?: (string | null);
      /** Your number of the variant. */
      sku?: (string | null);
      /** Where the record stands in its life. */
      status?: (("active" | "archived") | null);
      /** Prices by market. */
      prices?: ({
        /** Key of the market, which decides currency and prices. */
        market: string;
        /** Price in the smallest unit of the market's currency. */
        amount: number;
        /** Three letters, ISO 4217. */
        currency?: (string | null);
        /** Price before a reduction, in the smallest unit of the market's currency. */
        compare_at?: (number | null);
      }[] | null);
      /** Units at each location; a visitor sees one row with their sum. */
      inventory?: (components["schemas"]["InventoryLevelInput"][] | null);
      /** What tells the variant from others, such as its size. */
      attributes?: (components["schemas"]["BlockInput"][] | null);
      /** Weight of one unit, grams. */
      weight?: (number | null);
      /** Whether it is sent. */
      requires_shipping?: (boolean | null);
      /** Key of the tax category. */
      tax_category_id?: (string | null);
      /** `true` removes the variant. */
      delete?: (boolean | null);
    };
    VariantStock: {
      /** Id of the product. */
      product_id: string;
      /** Id of the variant of the product. */
      variant_id: string;
      /** Whether stock is counted; what is not counted never runs out. */
      counted: boolean;
      /** Units that can be sold. */
      available: (number | null);
      /** Units at each location; a visitor sees one row with their sum. */
      inventory: components["schemas"]["InventoryLevel"][];
    };
    VerifiedContact: {
      /** Id of the record. */
      id: string;
      /** Id of the store. */
      store_id: string;
      /** Mail address of the visitor. */
      email: (string | null);
      /** Whether the address was proven. */
      verified: boolean;
      /** Where the record stands in its life. */
      status: "active";
      /** When it was created, Unix seconds. */
      created_at: number;
      /** When it last changed, Unix seconds. */
      updated_at: number;
      /** The contact whose address was proven. */
      contact: components["schemas"]["Contact"];
      /** Credential of the session: send it as `Authorization: Bearer …`. */
      token: {
        /** Id of the record. */
        id: string;
        /** Credential of the session: send it as `Authorization: Bearer …`. */
        token: string;
        /** Where the record stands in its life. */
        status: "active";
        /** When it was created, Unix seconds. */
        created_at: number;
        /** Until when the session is good, Unix seconds. */
        expires_at: number;
      };
      /** Id of the contact that the visitor is known as by now. */
      merged_into_contact_id?: (string | null);
    };
    VerifyCode: {
      /** The code that was mailed or sent. */
      code: string;
      /** Id of the code that was sent: send it back with the code. */
      challenge_id?: string;
      /** Mail address that the person signs in with. */
      email?: string;
    };
    VerifyContact: {
      /** The code that was mailed. */
      code: string;
      /** Id of the code that was mailed: send it back with the code. */
      challenge_id?: string;
      /** Mail address of the visitor. */
      email?: string;
    };
    VisitSourceInput: {
      /**
       * `utm_source` of the page's address.
       * @default null
       */
      utm_source?: (string | null);
      /**
       * `utm_medium` of the page's address.
       * @default null
       */
      utm_medium?: (string | null);
      /**
       * `utm_campaign` of the page's address.
       * @default null
       */
      utm_campaign?: (string | null);
      /**
       * Address of the page that led here. Only its host is kept.
       * @default null
       */
      referrer?: (string | null);
      /**
       * `ref` of a link in a newsletter. It names the edition.
       * @default null
       */
      ref?: (string | null);
    };
    Webhook: {
      /** Id of the record. */
      id: string;
      /** Id of the store. */
      store_id: string;
      /** Your name for the webhook, unique in the store. */
      key: string;
      /** Your name for it. */
      name: string;
      /** Address that events are sent to. */
      url: string;
      /** Event types that are sent; an empty list is all. */
      events: string[];
      /** Headers that are sent along, by name. */
      headers: { [name: string]: string };
      /** Whether events are sent to it. */
      enabled: boolean;
      /** Signs the deliveries; shown once. */
      secret: string;
      /** Until when the older secret is good, Unix seconds. */
      previous_secret_expires_at: (number | null);
      /** Since when deliveries fail, Unix seconds. */
      failing_since: (number | null);
      /** When the endpoint last took an event, Unix seconds. */
      last_success_at: (number | null);
      /** When it was disabled, Unix seconds. */
      disabled_at: (number | null);
      /** Why it was disabled. */
      disabled_reason: (("gone" | "failing") | null);
      /** When it was created, Unix seconds. */
      created_at: number;
      /** When it last changed, Unix seconds. */
      updated_at: number;
      /**
       * Number of the record's last change. A change that sends it is a 409 if somebody else was faster.
       * @default 1
       */
      version: number;
    };
    WebhookAttempt: {
      /** Id of the record. */
      id: string;
      /** Id of the webhook. */
      webhook_id: string;
      /** Id of the event. */
      event_id: string;
      /** Type of the event. */
      event_type: string;
      /** Number of the try, from 1. */
      attempt: number;
      /** What came of the try. */
      outcome: ("success" | "failure");
      /** What the endpoint answered, as an HTTP status. */
      status: (number | null);
      /** Why it did not work. */
      error: (string | null);
      /** The begin of what the endpoint answered. */
      response: string;
      /** How long the endpoint took, milliseconds. */
      duration_ms: number;
      /** When it was created, Unix seconds. */
      created_at: number;
      /** When the next try is due, Unix seconds. */
      next_attempt_at: (number | null);
    };
    WebhookAttemptPage: {
      /** The records of this page. */
      items: components["schemas"]["WebhookAttempt"][];
      /** Gives the next page; null on the last one. */
      cursor: (string | null);
      /** Parameters that were sent and that the list does not know. Absent where there are none. */
      ignored_parameters?: string[];
    };
    WebhookList: {
      /** The records of this page. */
      items: components["schemas"]["Webhook"][];
      /** Always null: the list is one page. */
      cursor: null;
      /** Parameters that were sent and that the list does not know. Absent where there are none. */
      ignored_parameters?: string[];
    };
    WebhookTestResult: {
      /** Whether the endpoint took it. */
      success: boolean;
      /** What the endpoint answered, as an HTTP status. */
      status: (number | null);
      /** Why it did not work. */
      error: (string | null);
      /** The begin of what the endpoint answered. */
      response: string;
      /** How long the endpoint took, milliseconds. */
      durationMs: number;
      /** Id of the webhook. */
      webhookId: string;
    };
    WeightTier: {
      /** Weight that the price holds for, grams. */
      upToGrams: number;
      /** Price in the smallest unit of the market's currency. */
      amount: number;
    };
    WorkflowTool: {
      /** Name by which a workflow refers to it. */
      id: string;
      /** Name for people. */
      name: string;
      /** What it does. */
      description: string;
      /** Name of its picture. */
      icon: string;
      /** Colour for its picture, as `#rrggbb`. */
      color: string;
      /** Where an editor lists it. */
      category: (
        | "ai" | "communication" | "email" | "productivity" | "database" | "payments" | "crm" | "ecommerce"
        | "developer" | "storage" | "analytics" | "core"
      );
      /** Whether it needs a credential of yours. */
      configuration_required: boolean;
      /** Addresses that belong to it; `*` is any end. */
      url_patterns: string[];
      /** What it has operations for. */
      resources: {
        /** Name for people. */
        name: string;
        /** Name by which a workflow refers to it. */
        value: string;
        /** What it does. */
        description: string;
        /** What can be called. */
        operations: {
          /** Name for people. */
          name: string;
          /** Name by which a workflow refers to it. */
          value: string;
          /** What it does. */
          description: string;
          /** HTTP method, in small letters. */
          method: ("get" | "post" | "put" | "patch" | "delete");
          /** Address of the operation. */
          url: string;
          /** Example of the body. */
          body?: { [name: string]: unknown };
          /** Headers that are sent along, by name. */
          headers?: { [name: string]: string };
        }[];
      }[];
      /** What can start a workflow. */
      triggers: {
        /** Name for people. */
        name: string;
        /** Name by which a workflow refers to it. */
        value: string;
        /** What it does. */
        description: string;
        /** Whether it is told, or has to ask. */
        webhook_type: ("incoming" | "polling");
      }[];
      /** Page about it. */
      website?: string;
      /** @deprecated Older form of `configuration_required`. */
      configurationRequired: boolean;
      /** @deprecated Older form of `url_patterns`. */
      urlPatterns: string[];
    };
    WorkingDay: {
      /** Day of the month, from 1. */
      day: (
        | "sunday" | "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday"
      );
      /** Times of the day that are worked. */
      workingHours: components["schemas"]["WorkingHours"][];
    };
    WorkingDayInput: {
      /** Day of the month, from 1. */
      day: string;
      /** Times of the day that are worked. */
      workingHours: components["schemas"]["WorkingHoursInput"][];
    };
    WorkingHours: {
      /** Begin, minutes from midnight on the provider's clock. */
      from: number;
      /** End, minutes from midnight on the provider's clock. */
      to: number;
    };
    WorkingHoursInput: {
      /** Begin, minutes from midnight on the provider's clock. */
      from: number;
      /** End, minutes from midnight on the provider's clock. */
      to: number;
    };
    WorkingTime: {
      /** Hours by day of the week. */
      workingDays: components["schemas"]["WorkingDay"][];
      /** Days of every year that replace the working hours. */
      outcastDates: components["schemas"]["OutcastDate"][];
      /** Single days that replace the working hours. */
      specificDates: components["schemas"]["SpecificDate"][];
    };
    WorkingTimeInput: {
      /** Hours by day of the week. */
      workingDays?: components["schemas"]["WorkingDayInput"][];
      /** Days of every year that replace the working hours. */
      outcastDates?: components["schemas"]["OutcastDateInput"][];
      /** Single days that replace the working hours. */
      specificDates?: components["schemas"]["SpecificDateInput"][];
    };
    WriteOff: {
      /** Id of the record. */
      id: string;
      /** When it was booked, Unix seconds. */
      at: number;
      /** Money, in the smallest unit of the order's currency. */
      amount: number;
      /** Which items, and how many units of each. */
      lines: {
        /** Id of the item. */
        order_item_id: string;
        /** Units. */
        quantity: number;
        /** Money, in the smallest unit of the order's currency. */
        amount: number;
      }[];
    };
    Zone: {
      /** Id of the record. */
      id: string;
      /** Countries of the zone, ISO 3166-1 codes; UK is read as GB. An empty list is all. */
      countries: string[];
      /** States of the zone; an empty list is all. */
      states: string[];
      /** Postal codes of the zone; `101*` is all that begin so. */
      postal_codes: string[];
      /** Tax rate in hundredths of a percent: 1900 is 19 %. */
      tax_bps: (number | null);
      /** Rates of single tax categories. */
      tax_rates: {
        /** Key of the tax category that the rate is for. */
        category: string;
        /** Name for people. */
        name: string;
        /** Tax rate in hundredths of a percent: 1900 is 19 %. */
        tax_bps: number;
      }[];
      /** Ways to send to the zone. */
      shipping_methods: components["schemas"]["ShippingMethod"][];
    };
    ZoneInput: {
      /** Id of the record. */
      id?: string;
      /** Countries of the zone, ISO 3166-1 codes; UK is read as GB. An empty list is all. */
      countries?: string[];
      /** States of the zone; an empty list is all. */
      states?: string[];
      /** Postal codes of the zone; `101*` is all that begin so. */
      postal_codes?: string[];
      /** Tax rate in hundredths of a percent: 1900 is 19 %. */
      tax_bps?: (number | null);
      /** Rates of single tax categories. */
      tax_rates?: {
        /** Key of the tax category that the rate is for. */
        category: string;
        /** Tax rate in hundredths of a percent: 1900 is 19 %. */
        tax_bps: number;
        /**
         * Name for people.
         * @default
         */
        name?: string;
      }[];
      /** Ways to send to the zone. */
      shipping_methods?: components["schemas"]["ShippingMethodInput"][];
    };
  };
}

interface Intent {
  /** Makes a repeated request answer what the first one answered. Kept for 24 hours. */
  "Idempotency-Key"?: string | undefined;
}

/** The slots of paths, each documented once. */
interface Slots {
  /** Id of the store. */
  storeId: string;
  /** Id of the session. */
  sessionId: string;
  /** Id of the token. */
  tokenId: string;
  /** The account page. */
  accountPage: string;
  /** Id of the account. */
  accountId: string;
  /** Id of the business. */
  businessId: string;
  /** Id of the invitation. */
  invitationId: string;
  /** The channel. */
  channel: string;
  /** Id of the contact. */
  contactId: string;
  /** Id of the note. */
  noteId: string;
  /** Id of the form. */
  formId: string;
  /** Id of the submission. */
  submissionId: string;
  /** Id of the taxonomy. */
  taxonomyId: string;
  /** Id of the collection. */
  collectionId: string;
  /** Id of the entry. */
  entryId: string;
  /** Id of the node. */
  nodeId: string;
  /** The entry type. */
  entryType: string;
  /** Id of the webhook. */
  webhookId: string;
  /** Id of the event. */
  eventId: string;
  /** Id of the tracking pixel. */
  trackingPixelId: string;
  /** The token. */
  token: string;
  /** Id of the media. */
  mediaId: string;
  /** Id of the upload. */
  uploadId: string;
  /** Id of the service. */
  serviceId: string;
  /** Id of the connection. */
  connectionId: string;
  /** Id of the provider. */
  providerId: string;
  /** Id of the reservation. */
  reservationId: string;
  /** The provider. */
  provider: string;
  /** Id of the checkout. */
  checkoutId: string;
  /** Id of the return. */
  returnId: string;
  /** Id of the billing. */
  billingId: string;
  /** Id of the promo code. */
  promoCodeId: string;
  /** Id of the cart. */
  cartId: string;
  /** Id of the order. */
  orderId: string;
  /** The order token. */
  orderToken: string;
  /** The reservation token. */
  reservationToken: string;
  /** Id of the shipment. */
  shipmentId: string;
  /** Id of the shipping provider. */
  shippingProviderId: string;
  /** The callback token. */
  callbackToken: string;
  /** The label token. */
  labelToken: string;
  /** Id of the market. */
  marketId: string;
  /** Id of the agent. */
  agentId: string;
  /** Id of the conversation. */
  conversationId: string;
  /** Id of the recount. */
  recountId: string;
  /** The family. */
  family: string;
  /** Id of the location. */
  locationId: string;
  /** Id of the product. */
  productId: string;
  /** Id of the import. */
  importId: string;
  /** Id of the attempt. */
  attemptId: string;
  /** Id of the social account. */
  socialAccountId: string;
  /** Id of the publication. */
  publicationId: string;
  /** Id of the comment. */
  commentId: string;
  /** The provider type. */
  provider_type: string;
  /** The page name. */
  pageName: string;
}

/** What each operation takes and answers, by path and method. */
export interface paths {
  "/v1/auth/code": {
    /**
     * Ask for a sign-in code by email.
     *
     * Open to all callers. Credentials are ignored.
     */
    post: {
      parameters: {
        header?: Intent;
      };
      requestBody: { content: { "application/json": components["schemas"]["RequestCode"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["SignInChallenge"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.TOO_MANY_REQUESTS" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/auth/verify": {
    /**
     * Sign in with a code.
     *
     * The first sign-in with an address creates its account.
     *
     * Open to all callers. Credentials are ignored.
     */
    post: {
      parameters: {
        header?: Intent;
      };
      requestBody: { content: { "application/json": components["schemas"]["VerifyCode"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["SignedIn"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "AUTH.CODE_INVALID" | "GENERAL.CONFLICT"
          | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.TOO_MANY_REQUESTS"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/auth/refresh": {
    /**
     * Exchange a refresh token for new tokens.
     *
     * Open to all callers. Credentials are ignored.
     */
    post: {
      parameters: {
        header?: Intent;
      };
      requestBody: { content: { "application/json": components["schemas"]["RefreshToken"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["SignedIn"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.CONFLICT"
          | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/auth/code": {
    /**
     * Ask for a code to sign in to one store.
     *
     * Open to all callers. Credentials are ignored.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["RequestCode"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["SignInChallenge"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT"
          | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.TOO_MANY_REQUESTS"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/auth/verify": {
    /**
     * Sign in to one store with a code.
     *
     * The session works for this store alone.
     *
     * Open to all callers. Credentials are ignored.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["VerifyCode"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["SignedIn"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "AUTH.CODE_INVALID" | "GENERAL.NOT_FOUND"
          | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.TOO_MANY_REQUESTS" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/accounts/me": {
    /**
     * The signed-in account.
     *
     * Needs a signed-in person with an account. Guests do not count.
     */
    get: {
      parameters: {};
      responses: {
        200: { content: { "application/json": components["schemas"]["Account"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/accounts": {
    /**
     * Change the account.
     *
     * Changes the fields that are sent. The older form creates an API token for each new entry of api_tokens. Only
     * this answer shows their values, in newlyCreatedTokens.
     *
     * Needs a signed-in person with an account. Guests do not count.
     */
    put: {
      parameters: {};
      requestBody?: { content: { "application/json": components["schemas"]["UpdateAccount"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["AccountUpdated"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "API_TOKEN.LIMIT_REACHED" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.FORBIDDEN" | "GENERAL.CONFLICT" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Delete the account and all its data.
     *
     * Irreversible. Its sessions and tokens stop working at once, and the data is deleted in the background. Stores in
     * which it is the only member are deleted too. If a store with other members would have no owner, the request is
     * refused and names the stores.
     *
     * Needs a signed-in person with an account. Guests do not count.
     */
    delete: {
      parameters: {};
      responses: {
        200: { content: { "application/json": components["schemas"]["Deleted"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.FAILED_DELETE" | "BUSINESS.NOT_FOUND" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.FORBIDDEN" | "GENERAL.CONFLICT" | "ACCOUNT.LAST_OWNER" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/accounts/search": {
    /**
     * The members of a store.
     *
     * Needs ADMIN of the store in store_id, businessId or, in the older form, owner. Without a store it searches every
     * store in which the caller is ADMIN. The platform's staff search all accounts.
     *
     * Needs a signed-in person with an account. Guests do not count.
     */
    get: {
      parameters: {
        query?: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
          /** Finds records by the beginnings of words. */
          query?: string | undefined;
          /** Only accounts that are members of this store. */
          store_id?: string | undefined;
          /** Only accounts that are members of this business. */
          businessId?: string | undefined;
          /** `true` shows only accounts that own a store. */
          owner?: string | undefined;
        };
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["AccountPage"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/accounts/me/sessions": {
    /**
     * Sessions of the account, newest first.
     *
     * Needs a signed-in person with an account. Guests do not count.
     */
    get: {
      parameters: {
        query?: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
        };
      };
      responses: {
        200: { content: { "application/json": {
          /** The records of this page. */
          items: components["schemas"]["Session"][];
          /** Gives the next page; null on the last one. */
          cursor: (string | null);
          /** Parameters that were sent and that the list does not know. Absent where there are none. */
          ignored_parameters?: string[];
        } } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/accounts/me/sessions/{sessionId}": {
    /**
     * Revoke a session.
     *
     * Its tokens stop working within a minute.
     *
     * Needs a signed-in person with an account. Guests do not count.
     */
    delete: {
      parameters: {
        path: Pick<Slots, "sessionId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Deleted"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.CONFLICT" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/accounts/me/api-tokens": {
    /**
     * API tokens of the account, newest first.
     *
     * Needs a signed-in person with an account. Guests do not count.
     */
    get: {
      parameters: {
        query?: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
        };
      };
      responses: {
        200: { content: { "application/json": {
          /** The records of this page. */
          items: components["schemas"]["ApiToken"][];
          /** Gives the next page; null on the last one. */
          cursor: (string | null);
          /** Parameters that were sent and that the list does not know. Absent where there are none. */
          ignored_parameters?: string[];
        } } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Create an API token.
     *
     * Only this answer shows the value.
     *
     * Needs a signed-in person with an account. Guests do not count.
     */
    post: {
      parameters: {
        header?: Intent;
      };
      requestBody: { content: { "application/json": components["schemas"]["CreateApiToken"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["CreatedApiToken"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "API_TOKEN.LIMIT_REACHED" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.FORBIDDEN" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/accounts/me/api-tokens/{tokenId}": {
    /**
     * Rename an API token.
     *
     * Needs a signed-in person with an account. Guests do not count.
     */
    put: {
      parameters: {
        path: Pick<Slots, "tokenId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["RenameApiToken"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["ApiToken"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Revoke an API token.
     *
     * Needs a signed-in person with an account. Guests do not count.
     */
    delete: {
      parameters: {
        path: Pick<Slots, "tokenId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Deleted"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.CONFLICT" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/users/register": {
    /**
     * Register with an address and a password.
     *
     * Mails a link that works for an hour. The address can sign in after the link was used.
     *
     * Open to all callers. Credentials are ignored.
     */
    post: {
      parameters: {
        header?: Intent;
      };
      requestBody: { content: { "application/json": components["schemas"]["RegisterUser"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["Success"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "USER.EMAIL_EXISTS" | "USER.PASSWORD_REQUIRED"
          | "USER.PASSWORD_INVALID" | "USER.INVALID_ORIGIN_URI" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.TOO_MANY_REQUESTS" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/users/confirm": {
    /**
     * Confirm the address of a registration.
     *
     * Open to all callers. Credentials are ignored.
     */
    put: {
      parameters: {};
      requestBody: { content: { "application/json": components["schemas"]["ConfirmUser"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["UserConfirmed"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "USER.TOKEN_INVALID" | "GENERAL.CONFLICT"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/users/login": {
    /**
     * Sign in with a password, an identity provider or as a guest.
     *
     * EMAIL needs email and password. GOOGLE needs originUrl and the code that came back to redirectUrl. GUEST accepts
     * an optional phoneNumber.
     *
     * Open to all callers. Credentials are ignored.
     */
    post: {
      parameters: {
        header?: Intent;
      };
      requestBody: { content: { "application/json": components["schemas"]["LoginUser"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["LoginResult"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "USER.NOT_FOUND" | "USER.NOT_CONFIRMED"
          | "USER.PASSWORD_WRONG" | "USER.PASSWORD_REQUIRED" | "USER.INVALID_ORIGIN_URI" | "USER.FAILED_OAUTH_LOGIN"
          | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.TOO_MANY_REQUESTS" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/users/login/url": {
    /**
     * Where to send the browser to sign in with an identity provider.
     *
     * Open to all callers. Credentials are ignored.
     */
    get: {
      parameters: {
        query: {
          /** Where the browser goes after the sign-in. */
          redirectUrl: string;
          /** The identity provider, such as `GOOGLE`. */
          provider?: "GOOGLE" | undefined;
          /** The address that the visitor came from. */
          originUrl?: string | undefined;
          /** Challenge of a secret that the browser makes and keeps: SHA-256 of it, base64url. */
          codeChallenge?: string | undefined;
        };
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["LoginUrl"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "USER.INVALID_ORIGIN_URI" | "USER.INVALID_REDIRECT_URI"
          | "USER.FAILED_OAUTH_LOGIN" | "GENERAL.TOO_MANY_REQUESTS" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/users/login/callback": {
    /**
     * Takes the browser back from the identity provider.
     *
     * Register this address at the identity provider. It redirects the browser to redirectUrl with a code.
     *
     * Open to all callers. Credentials are ignored.
     */
    get: {
      parameters: {};
      responses: {
        302: { content?: never };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "USER.FAILED_OAUTH_LOGIN" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/users/refresh": {
    /**
     * Exchange a refresh token for new tokens.
     *
     * Open to all callers. Credentials are ignored.
     */
    post: {
      parameters: {
        header?: Intent;
      };
      requestBody: { content: { "application/json": components["schemas"]["RefreshUser"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["LoginResult"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "USER.FAILED_REFRESH_ACCESS_TOKEN"
          | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/users/logout": {
    /**
     * End a session.
     *
     * Ends the session of the token, or of the caller. It also revokes the identity provider's token.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     */
    post: {
      parameters: {
        header?: Intent;
      };
      requestBody?: { content: { "application/json": components["schemas"]["LogoutUser"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["Success"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "USER.INVALID_ORIGIN_URI" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/users/me": {
    /**
     * The signed-in user.
     *
     * Needs a signed-in person. Guests count.
     */
    get: {
      parameters: {};
      responses: {
        200: { content: { "application/json": components["schemas"]["User"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/users/update": {
    /**
     * Change the user.
     *
     * Changes the fields that are sent. apiTokens lists the keys that the user chose. A new key needs a value of at
     * least 32 characters. Keys that the list omits are revoked.
     *
     * Needs a signed-in person. Guests count.
     */
    put: {
      parameters: {};
      requestBody?: { content: { "application/json": components["schemas"]["UpdateUser"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["User"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "API_TOKEN.LIMIT_REACHED" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.FORBIDDEN" | "USER.UNAUTHORIZED" | "GENERAL.CONFLICT" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/users/phone-number": {
    /**
     * Send a code to a phone.
     *
     * Needs a signed-in person. Guests count.
     */
    post: {
      parameters: {
        header?: Intent;
      };
      requestBody: { content: { "application/json": components["schemas"]["SendPhoneCode"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["PhoneCodeSent"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.TOO_MANY_REQUESTS" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/users/phone-number/confirm": {
    /**
     * Prove a phone number with the code.
     *
     * Needs a signed-in person. Guests count.
     */
    post: {
      parameters: {
        header?: Intent;
      };
      requestBody: { content: { "application/json": components["schemas"]["ConfirmPhone"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["Success"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "AUTH.CODE_INVALID" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.FORBIDDEN" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.TOO_MANY_REQUESTS" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/users/forgot-password": {
    /**
     * Ask for a link to choose a new password.
     *
     * The answer is the same for every address.
     *
     * Open to all callers. Credentials are ignored.
     */
    post: {
      parameters: {
        header?: Intent;
      };
      requestBody: { content: { "application/json": components["schemas"]["ForgotPassword"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["Success"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "USER.INVALID_ORIGIN_URI" | "GENERAL.CONFLICT"
          | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.TOO_MANY_REQUESTS"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/users/reset-forgot-password": {
    /**
     * Choose a new password with the link.
     *
     * Ends all sessions of the user.
     *
     * Open to all callers. Credentials are ignored.
     */
    post: {
      parameters: {
        header?: Intent;
      };
      requestBody: { content: { "application/json": components["schemas"]["ResetForgottenPassword"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["Success"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "USER.TOKEN_INVALID" | "USER.PASSWORD_REQUIRED"
          | "USER.PASSWORD_INVALID" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/users/reset-password": {
    /**
     * Change the password, knowing the old one.
     *
     * Ends the user's other sessions.
     *
     * Needs a signed-in person with an account. Guests do not count.
     */
    post: {
      parameters: {
        header?: Intent;
      };
      requestBody?: { content: { "application/json": components["schemas"]["ChangePassword"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["Success"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "USER.PASSWORD_WRONG" | "USER.PASSWORD_REQUIRED"
          | "USER.PASSWORD_INVALID" | "USER.NOT_CONFIRMED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.TOO_MANY_REQUESTS" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/users/search": {
    /**
     * The members of a business.
     *
     * Needs ADMIN of the business. The platform's staff can omit businessId and search all users.
     *
     * Needs a signed-in person with an account. Guests do not count.
     */
    get: {
      parameters: {
        query?: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
          /** Finds records by the beginnings of words. */
          query?: string | undefined;
          /** Only people of this business. */
          businessId?: string | undefined;
          /** Only people with one of these roles. */
          roleIds?: string | undefined;
        };
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["UserPage"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "USER.ROLE_INVALID" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.FORBIDDEN" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/users/set-role": {
    /**
     * Give a member of a business another role.
     *
     * Needs ADMIN of the business. Only an owner can add, change or remove an owner. Members cannot raise their own
     * role.
     *
     * Needs a signed-in person with an account. Guests do not count.
     */
    put: {
      parameters: {};
      requestBody: { content: { "application/json": components["schemas"]["SetRole"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["Success"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "BUSINESS.NOT_FOUND" | "BUSINESS.FAILED_UPDATE"
          | "USER.NOT_FOUND" | "USER.ROLE_INVALID" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "USER.UNAUTHORIZED" | "GENERAL.CONFLICT" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/account-pages/{accountPage}": {
    /**
     * The page of a link in a mail: confirm, reset-password or invitation; it changes nothing.
     *
     * Open to all callers. Credentials are ignored.
     */
    get: {
      parameters: {
        query?: {
          /** The token of the link. */
          token?: string | undefined;
          /** Only people of this business. */
          businessId?: string | undefined;
        };
        path: Pick<Slots, "accountPage">;
      };
      responses: {
        200: { content: { "text/html": string } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.INVITATION_INVALID" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Do what the page asks: confirm the address, set the password, answer the invitation.
     *
     * Open to all callers. Credentials are ignored.
     */
    post: {
      parameters: {
        query?: {
          /** The token of the link. */
          token?: string | undefined;
          /** Only people of this business. */
          businessId?: string | undefined;
        };
        header?: Intent;
        path: Pick<Slots, "accountPage">;
      };
      responses: {
        200: { content: { "text/html": string } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.ALREADY_MEMBER" | "BUSINESS.INVITATION_INVALID"
          | "USER.TOKEN_INVALID" | "BUSINESS.PLAN_LIMIT" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT"
          | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/users": {
    /**
     * Change the user.
     *
     * Changes the fields that are sent. apiTokens lists the keys that the user chose. A new key needs a value of at
     * least 32 characters. Keys that the list omits are revoked.
     *
     * Needs a signed-in person. Guests count.
     */
    put: {
      parameters: {};
      requestBody?: { content: { "application/json": components["schemas"]["UpdateUser"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["User"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "API_TOKEN.LIMIT_REACHED" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.FORBIDDEN" | "USER.UNAUTHORIZED" | "GENERAL.CONFLICT" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/users/refresh-access-token": {
    /**
     * Exchange a refresh token for new tokens.
     *
     * Open to all callers. Credentials are ignored.
     */
    post: {
      parameters: {
        header?: Intent;
      };
      requestBody: { content: { "application/json": components["schemas"]["RefreshUser"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["LoginResult"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "USER.FAILED_REFRESH_ACCESS_TOKEN"
          | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/members": {
    /**
     * Members of a store, by address.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    get: {
      parameters: {
        query?: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
          /** Finds records by the beginnings of words. */
          query?: string | undefined;
          /** Only people of this role. */
          role?: ("owner" | "admin" | "member" | "viewer") | undefined;
        };
        path: Pick<Slots, "storeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["MemberPage"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/members/{accountId}": {
    /**
     * Give a member another role.
     *
     * Only an owner can add, change or remove an owner. Members cannot raise their own role.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    put: {
      parameters: {
        path: Pick<Slots, "storeId" | "accountId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["UpdateMember"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["Member"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "BUSINESS.FAILED_UPDATE" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.FORBIDDEN" | "USER.UNAUTHORIZED" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Remove a member from a store.
     *
     * Members can remove themselves. Removing others needs ADMIN. The last owner cannot leave.
     *
     * Needs READ on the tenant: viewer, member, admin or owner.
     */
    delete: {
      parameters: {
        path: Pick<Slots, "storeId" | "accountId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["MemberRemoved"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.FAILED_DELETE" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "USER.UNAUTHORIZED" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/{businessId}/invitation": {
    /**
     * Invite somebody by email.
     *
     * The default role is Admin. The older form lists roleIds. The link works for seven days.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "businessId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["CreateInvitation"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["InvitationSent"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "BUSINESS.NOT_FOUND" | "BUSINESS.ALREADY_MEMBER"
          | "BUSINESS.INVITATION_PENDING" | "BUSINESS.FAILED_CREATE" | "USER.ROLE_INVALID" | "USER.INVALID_ORIGIN_URI"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "BUSINESS.PLAN_LIMIT" | "USER.UNAUTHORIZED"
          | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Accept or reject an invitation.
     *
     * The token proves the address. A signed-in caller must have the invited address. An address without an account
     * gets one.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     */
    put: {
      parameters: {
        path: Pick<Slots, "businessId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["AnswerInvitation"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["InvitationAnswered"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "BUSINESS.NOT_FOUND" | "BUSINESS.INVITATION_INVALID"
          | "BUSINESS.ALREADY_MEMBER" | "GENERAL.UNAUTHENTICATED" | "BUSINESS.PLAN_LIMIT" | "USER.UNAUTHORIZED"
          | "GENERAL.CONFLICT" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/invitations": {
    /**
     * Invitations that wait for an answer.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    get: {
      parameters: {
        query?: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
        };
        path: Pick<Slots, "storeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["InvitationPage"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/invitations/{invitationId}": {
    /**
     * Withdraw an invitation: its link stops working.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    delete: {
      parameters: {
        path: Pick<Slots, "storeId" | "invitationId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Deleted"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "USER.UNAUTHORIZED"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores": {
    /**
     * Create a store.
     *
     * The caller becomes its owner. A new store has three forms, two markets and the language en.
     *
     * Needs a signed-in person with an account. Guests do not count.
     */
    post: {
      parameters: {
        header?: Intent;
      };
      requestBody: { content: { "application/json": components["schemas"]["CreateStore"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["Store"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "BUSINESS.PLAN_LIMIT" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "BUSINESS.KEY_TAKEN"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * The stores that the caller is a member of.
     *
     * Needs a signed-in person with an account. Guests do not count.
     */
    get: {
      parameters: {
        query?: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
          /** Finds records by the beginnings of words. */
          query?: string | undefined;
          /** `true` shows only what a network of businesses shares. */
          isNetwork?: boolean | undefined;
          /** Only records of this status. */
          status?: ("DRAFT" | "ACTIVE" | "ARCHIVED") | undefined;
          /** The field by which the list is sorted. */
          sort_field?: ("created_at" | "updated_at" | "key") | undefined;
          /** The direction of the sorting. */
          sort_direction?: ("asc" | "desc") | undefined;
          /** @deprecated Older form of `sort_field`. */
          sortField?: ("createdAt" | "updatedAt" | "key" | "created_at" | "updated_at") | undefined;
          /** @deprecated Older form of `sort_direction`. */
          sortDirection?: ("asc" | "desc") | undefined;
        };
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["StorePage"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}": {
    /**
     * One store.
     *
     * Needs READ on the tenant: viewer, member, admin or owner.
     */
    get: {
      parameters: {
        path: Pick<Slots, "storeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Store"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Change a store.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    put: {
      parameters: {
        path: Pick<Slots, "storeId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["UpdateStore"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["Store"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "BUSINESS.KEY_TAKEN" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Delete a store and all its data.
     *
     * Irreversible. It disappears at once, and its records are deleted in the background.
     *
     * Needs OWNER on the tenant: owner.
     */
    delete: {
      parameters: {
        path: Pick<Slots, "storeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Deleted"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.CONFLICT" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses": {
    /**
     * Create a business.
     *
     * The same record as a store. Without a key, the key is made from the name.
     *
     * Needs a signed-in person with an account. Guests do not count.
     */
    post: {
      parameters: {
        header?: Intent;
      };
      requestBody?: { content: { "application/json": components["schemas"]["CreateBusiness"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["Business"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "BUSINESS.NAME_REQUIRED" | "PAYMENT.STRIPE_ERROR"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "BUSINESS.PLAN_LIMIT" | "GENERAL.CONFLICT"
          | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "BUSINESS.KEY_TAKEN" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * The businesses that the caller can access.
     *
     * Needs a signed-in person with an account. Guests do not count.
     */
    get: {
      parameters: {
        query?: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
          /** Finds records by the beginnings of words. */
          query?: string | undefined;
          /** `true` shows only what a network of businesses shares. */
          isNetwork?: boolean | undefined;
          /** Only records of this status. */
          status?: ("DRAFT" | "ACTIVE" | "ARCHIVED") | undefined;
          /** The field by which the list is sorted. */
          sortField?: ("createdAt" | "updatedAt" | "key" | "created_at" | "updated_at") | undefined;
          /** The direction of the sorting. */
          sortDirection?: ("asc" | "desc") | undefined;
        };
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["BusinessPage"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/{businessId}": {
    /**
     * One business.
     *
     * Needs READ on the tenant: viewer, member, admin or owner.
     */
    get: {
      parameters: {
        path: Pick<Slots, "businessId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Business"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Change a business.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    put: {
      parameters: {
        path: Pick<Slots, "businessId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["UpdateBusiness"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["Business"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "BUSINESS.NOT_FOUND" | "BUSINESS.NETWORK_TOO_DEEP"
          | "PAYMENT.STRIPE_ERROR" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.CONFLICT"
          | "BUSINESS.KEY_TAKEN" | "BUSINESS.NETWORK_CYCLE" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.TOO_MANY_REQUESTS"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Delete a business and all its data.
     *
     * Irreversible. It disappears at once, and its records are deleted in the background.
     *
     * Needs OWNER on the tenant: owner.
     */
    delete: {
      parameters: {
        path: Pick<Slots, "businessId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Deleted"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.CONFLICT" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/{businessId}/parents": {
    /**
     * The businesses above one, from its immediate parent to the root.
     *
     * Needs READ on the tenant: viewer, member, admin or owner.
     */
    get: {
      parameters: {
        path: Pick<Slots, "businessId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["ParentBusiness"][] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/storefront/{storeId}/account/identify": {
    /**
     * Give a visitor a contact session.
     *
     * Open to all callers. Credentials are ignored.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["IdentifyContact"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["ContactIdentified"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT"
          | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.TOO_MANY_REQUESTS"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/storefront/{storeId}/account/code": {
    /**
     * Send a code to prove an address.
     *
     * Without a contact session the address becomes a contact of the store. Verifying the code then returns its
     * session.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["RequestContactCode"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["ContactCodeSent"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND"
          | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.TOO_MANY_REQUESTS" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/storefront/{storeId}/account/verify": {
    /**
     * Prove an address with a code.
     *
     * Returns the contact and a new session: send its token from then on. The session that asked for the code becomes
     * that of a new visitor, whose cart has the same lines. Without challenge_id, the newest challenge counts.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["VerifyContact"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["VerifiedContact"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "AUTH.CODE_INVALID" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.TOO_MANY_REQUESTS" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/storefront/{storeId}/account/logout": {
    /**
     * End the visitor's session.
     *
     * Needs a contact session of the store.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["ContactLoggedOut"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT"
          | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/storefront/{storeId}/account/me": {
    /**
     * The visitor as the store knows it.
     *
     * Needs a contact session of the store.
     */
    get: {
      parameters: {
        path: Pick<Slots, "storeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Contact"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Agree to be written to.
     *
     * Needs a contact session of the store.
     */
    put: {
      parameters: {
        path: Pick<Slots, "storeId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["UpdateOwnContact"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["Contact"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND"
          | "GENERAL.CONFLICT" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Delete the visitor with sessions and carts; orders keep only lines and amounts.
     *
     * Needs a contact session of the store.
     */
    delete: {
      parameters: {
        path: Pick<Slots, "storeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Deleted"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/storefront/{storeId}/account/me/consents/{channel}": {
    /**
     * Take back what you agreed to, for one channel.
     *
     * Needs a contact session of the store.
     */
    delete: {
      parameters: {
        path: Pick<Slots, "storeId" | "channel">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Contact"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/storefront/{storeId}": {
    /**
     * What a shop may know of its store: languages, markets, and how it is paid.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     */
    get: {
      parameters: {
        path: Pick<Slots, "storeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Storefront"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/contacts/{contactId}": {
    /**
     * Delete a contact with sessions and carts; orders keep only lines and amounts.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    delete: {
      parameters: {
        path: Pick<Slots, "storeId" | "contactId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Deleted"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.CONFLICT" | "CONTACT.MERGED" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * One contact; what was joined into another one answers that one.
     *
     * Needs READ on the tenant: viewer, member, admin or owner.
     */
    get: {
      parameters: {
        path: Pick<Slots, "storeId" | "contactId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Customer"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Change a customer.
     *
     * `null` clears a field, and a list replaces the one before. An unproven address can be changed. The answer is
     * then the card of the new address, which has another id.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    put: {
      parameters: {
        path: Pick<Slots, "storeId" | "contactId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["UpdateCustomer"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["Customer"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "CONTACT.MERGED" | "CONTACT.EMAIL_TAKEN"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/contacts": {
    /**
     * Customers of a store.
     *
     * A customer has proved an address, has ordered or booked, or is noted by staff. Visitors who only look are not
     * listed.
     *
     * Needs READ on the tenant: viewer, member, admin or owner.
     */
    get: {
      parameters: {
        query?: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
          /** Finds records by the beginnings of words. */
          query?: string | undefined;
          /** The field by which the list is sorted. */
          sort_field?: ("created_at" | "updated_at" | "name" | "last_order_at" | "spent") | undefined;
          /** The direction of the sorting. */
          sort_direction?: ("asc" | "desc") | undefined;
          /** Earliest creation: Unix seconds or an ISO 8601 date. */
          created_at_from?: string | undefined;
          /** Latest creation: Unix seconds or an ISO 8601 date, whose day counts whole. */
          created_at_to?: string | undefined;
          /** Currency in which `spent` sorts, such as EUR. */
          currency?: string | undefined;
          /** Ids, separated by commas or as a JSON array; at most 100. */
          ids?: string | undefined;
          /** Only the customers of this address. */
          email?: string | undefined;
          /** Only the customers whose phone number begins so, with or without the code of its country. */
          phone?: string | undefined;
          /** Only customers with all of these tags. */
          tags?: string | undefined;
          /** Only the customers who proved their address, or who did not. */
          verified?: boolean | undefined;
          /** Only the customers who agreed to this channel. */
          consent?: ("email" | "sms" | "phone" | "post") | undefined;
          /** Only the customers who ordered, or who did not. */
          has_orders?: boolean | undefined;
          /** Only customers seen at this time or later. */
          last_seen_from?: string | undefined;
          /** Only customers seen at this time or earlier. */
          last_seen_to?: string | undefined;
          /** `true` adds how many there are to the first page. */
          count?: boolean | undefined;
        };
        path: Pick<Slots, "storeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["CustomerPage"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Note a customer.
     *
     * The address is not proven by it. It is a 409 with the id in `reason` if somebody has it already.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["CreateCustomer"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["Customer"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "CONTACT.EMAIL_TAKEN"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/contacts/bulk": {
    /**
     * Tag several customers, or take tags off.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["TagCustomers"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["CustomersTagged"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/contacts/{contactId}/merge": {
    /**
     * Join another customer into this one.
     *
     * The one of the path stays, and `from` goes. With `dry_run` nothing changes, and the answer says how much would
     * move. A guest card gives no access, so its orders are this customer's for staff alone. If `from` has visits of
     * its own, its person sees all of this customer from then on. So it needs `open_access`. It cannot be undone.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId" | "contactId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["MergeCustomers"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["CustomersMerged"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "CONTACT.MERGED"
          | "CONTACT.MERGE_OPENS_ACCESS" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/contacts/{contactId}/timeline": {
    /**
     * What happened between the store and a customer, newest first.
     *
     * Needs READ on the tenant: viewer, member, admin or owner.
     */
    get: {
      parameters: {
        query?: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
          /** Only what happened to these kinds of records. */
          kinds?: string | undefined;
          /** Only what happened at this time or later. */
          from?: string | undefined;
          /** Only what happened at this time or earlier. */
          to?: string | undefined;
        };
        path: Pick<Slots, "storeId" | "contactId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["CustomerTimeline"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "CONTACT.MERGED" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/contacts/{contactId}/notes": {
    /**
     * Write a note about a customer.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId" | "contactId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["AddNote"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["Customer"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "CONTACT.MERGED"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/contacts/{contactId}/notes/{noteId}": {
    /**
     * Delete a note: your own, or with ADMIN any.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    delete: {
      parameters: {
        path: Pick<Slots, "storeId" | "contactId" | "noteId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Deleted"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.CONFLICT" | "CONTACT.MERGED" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/contacts/{contactId}/consents": {
    /**
     * Note what a customer agreed to, or took back.
     *
     * Granting needs `at`, `how` and `text`. It subscribes to no newsletter.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId" | "contactId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["ConsentInput"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["Customer"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "CONTACT.MERGED"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/forms": {
    /**
     * Create a form.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["CreateForm"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["Form"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "FORM.KEY_TAKEN"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Forms of a store.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     *
     * The same is at `GET /v1/storefront/{storeId}/forms`.
     */
    get: {
      parameters: {
        query?: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
          /** Finds records by the beginnings of words. */
          query?: string | undefined;
          /** The field by which the list is sorted. */
          sort_field?: ("created_at" | "updated_at" | "key") | undefined;
          /** The direction of the sorting. */
          sort_direction?: ("asc" | "desc") | undefined;
          /** Earliest creation: Unix seconds or an ISO 8601 date. */
          created_at_from?: string | undefined;
          /** Latest creation: Unix seconds or an ISO 8601 date, whose day counts whole. */
          created_at_to?: string | undefined;
          /** Finds one record by its key; the last segment of the path is not read then. */
          key?: string | undefined;
          /** Ids, separated by commas or as a JSON array; at most 100. */
          ids?: string | undefined;
          /** Only records of this status. */
          status?: ("active" | "archived") | undefined;
        };
        path: Pick<Slots, "storeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["FormPage"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/forms/{formId}": {
    /**
     * One form, by id or by key.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     *
     * The same is at `GET /v1/storefront/{storeId}/forms/{formId}`.
     */
    get: {
      parameters: {
        query?: {
          /** Finds one record by its key; the last segment of the path is not read then. */
          key?: string | undefined;
        };
        path: Pick<Slots, "storeId" | "formId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Form"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Change a form's key, schema or status.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    put: {
      parameters: {
        path: Pick<Slots, "storeId" | "formId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["UpdateForm"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["Form"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "FORM.KEY_TAKEN" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Delete a form and its submissions.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    delete: {
      parameters: {
        path: Pick<Slots, "storeId" | "formId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Deleted"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.CONFLICT" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/forms/{formId}/submissions": {
    /**
     * Submit a form.
     *
     * Open to everybody. Each network can send a limited number of submissions.
     *
     * Open to all callers. Credentials are ignored.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId" | "formId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["SubmitForm"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["Submission"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "FORM.ARCHIVED" | "GENERAL.NOT_FOUND"
          | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.TOO_MANY_REQUESTS" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Submissions of a form.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    get: {
      parameters: {
        query?: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
          /** Finds records by the beginnings of words. */
          query?: string | undefined;
          /** The field by which the list is sorted. */
          sort_field?: ("created_at" | "updated_at") | undefined;
          /** The direction of the sorting. */
          sort_direction?: ("asc" | "desc") | undefined;
          /** Earliest creation: Unix seconds or an ISO 8601 date. */
          created_at_from?: string | undefined;
          /** Latest creation: Unix seconds or an ISO 8601 date, whose day counts whole. */
          created_at_to?: string | undefined;
        };
        path: Pick<Slots, "storeId" | "formId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["SubmissionPage"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/forms/{formId}/submissions/{submissionId}": {
    /**
     * One submission.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    get: {
      parameters: {
        path: Pick<Slots, "storeId" | "formId" | "submissionId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Submission"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Correct the values of a submission.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    put: {
      parameters: {
        path: Pick<Slots, "storeId" | "formId" | "submissionId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["UpdateSubmission"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["Submission"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/storefront/forms/{formId}/submissions": {
    /**
     * Submit a form as a visitor.
     *
     * Needs a contact session of the store.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "formId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["SubmitForm"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["Submission"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "FORM.ARCHIVED" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.TOO_MANY_REQUESTS" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/taxonomies": {
    /**
     * Create a taxonomy.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["CreateTaxonomy"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["Taxonomy"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "TAXONOMY.PARENT_NOT_FOUND" | "TAXONOMY.TOO_DEEP"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT"
          | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "TAXONOMY.KEY_TAKEN" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Taxonomies of a store.
     *
     * `parent_id=null` lists those without a parent.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     *
     * The same is at `GET /v1/storefront/{storeId}/taxonomies`.
     */
    get: {
      parameters: {
        query?: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
          /** Finds records by the beginnings of words. */
          query?: string | undefined;
          /** The field by which the list is sorted. */
          sort_field?: ("created_at" | "updated_at" | "key") | undefined;
          /** The direction of the sorting. */
          sort_direction?: ("asc" | "desc") | undefined;
          /** Earliest creation: Unix seconds or an ISO 8601 date. */
          created_at_from?: string | undefined;
          /** Latest creation: Unix seconds or an ISO 8601 date, whose day counts whole. */
          created_at_to?: string | undefined;
          /** Finds one record by its key; the last segment of the path is not read then. */
          key?: string | undefined;
          /** Ids, separated by commas or as a JSON array; at most 100. */
          ids?: string | undefined;
          /** Only taxonomies directly below this one. */
          parent_id?: string | undefined;
          /** Only records of this status. */
          status?: ("active" | "archived") | undefined;
        };
        path: Pick<Slots, "storeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["TaxonomyPage"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/taxonomies/{taxonomyId}": {
    /**
     * One taxonomy, by id or by key.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     *
     * The same is at `GET /v1/storefront/{storeId}/taxonomies/{taxonomyId}`.
     */
    get: {
      parameters: {
        query?: {
          /** Finds one record by its key; the last segment of the path is not read then. */
          key?: string | undefined;
        };
        path: Pick<Slots, "storeId" | "taxonomyId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Taxonomy"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Change or move a taxonomy.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    put: {
      parameters: {
        path: Pick<Slots, "storeId" | "taxonomyId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["UpdateTaxonomy"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["Taxonomy"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "TAXONOMY.PARENT_NOT_FOUND" | "TAXONOMY.TOO_DEEP"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT"
          | "TAXONOMY.KEY_TAKEN" | "TAXONOMY.CYCLE" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Delete a taxonomy, its descendants, and all references to them.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    delete: {
      parameters: {
        path: Pick<Slots, "storeId" | "taxonomyId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Deleted"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.CONFLICT" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/taxonomies/{taxonomyId}/children": {
    /**
     * The direct children of a taxonomy.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     *
     * The same is at `GET /v1/storefront/{storeId}/taxonomies/{taxonomyId}/children`.
     */
    get: {
      parameters: {
        query?: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
        };
        path: Pick<Slots, "storeId" | "taxonomyId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["TaxonomyPage"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/collections": {
    /**
     * Create a collection.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["CreateCollection"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["Collection"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "COLLECTION.KEY_TAKEN"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Collections of a store.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     *
     * The same is at `GET /v1/storefront/{storeId}/collections`.
     */
    get: {
      parameters: {
        query?: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
          /** Finds records by the beginnings of words. */
          query?: string | undefined;
          /** The field by which the list is sorted. */
          sort_field?: ("created_at" | "updated_at" | "key") | undefined;
          /** The direction of the sorting. */
          sort_direction?: ("asc" | "desc") | undefined;
          /** Earliest creation: Unix seconds or an ISO 8601 date. */
          created_at_from?: string | undefined;
          /** Latest creation: Unix seconds or an ISO 8601 date, whose day counts whole. */
          created_at_to?: string | undefined;
          /** Finds one record by its key; the last segment of the path is not read then. */
          key?: string | undefined;
          /** Ids, separated by commas or as a JSON array; at most 100. */
          ids?: string | undefined;
          /** Only records of this status. */
          status?: ("active" | "archived") | undefined;
        };
        path: Pick<Slots, "storeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["CollectionPage"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/collections/{collectionId}": {
    /**
     * One collection, by id or by key.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     *
     * The same is at `GET /v1/storefront/{storeId}/collections/{collectionId}`.
     */
    get: {
      parameters: {
        query?: {
          /** Finds one record by its key; the last segment of the path is not read then. */
          key?: string | undefined;
        };
        path: Pick<Slots, "storeId" | "collectionId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Collection"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "COLLECTION.NOT_FOUND" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Change a collection's key, fields or status.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    put: {
      parameters: {
        path: Pick<Slots, "storeId" | "collectionId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["UpdateCollection"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["Collection"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "COLLECTION.NOT_FOUND" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "COLLECTION.KEY_TAKEN"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Delete a collection and its entries.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    delete: {
      parameters: {
        path: Pick<Slots, "storeId" | "collectionId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Deleted"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "COLLECTION.NOT_FOUND" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/entries": {
    /**
     * Create an entry of a collection.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["CreateEntry"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["Entry"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "COLLECTION.NOT_FOUND" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED"
          | "ENTRY.KEY_TAKEN" | "ENTRY.SLUG_TAKEN" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Entries of a store, of one collection if asked.
     *
     * `hydrate=true` replaces references with their records: three levels deep, at most a hundred, and at most 4.5 MB.
     * Beyond these limits, and for deleted or hidden records, the reference stays a string.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     *
     * The same is at `GET /v1/storefront/{storeId}/entries`.
     */
    get: {
      parameters: {
        query?: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
          /** Finds records by the beginnings of words. */
          query?: string | undefined;
          /** The field by which the list is sorted. */
          sort_field?: ("created_at" | "updated_at" | "key") | undefined;
          /** The direction of the sorting. */
          sort_direction?: ("asc" | "desc") | undefined;
          /** Earliest creation: Unix seconds or an ISO 8601 date. */
          created_at_from?: string | undefined;
          /** Latest creation: Unix seconds or an ISO 8601 date, whose day counts whole. */
          created_at_to?: string | undefined;
          /** Finds one record by its key; the last segment of the path is not read then. */
          key?: string | undefined;
          /** Ids, separated by commas or as a JSON array; at most 100. */
          ids?: string | undefined;
          /** Only entries of this collection. */
          collection_id?: string | undefined;
          /** Only records of this status. */
          status?: ("active" | "draft" | "archived") | undefined;
          /** `true` gives records in place of references such as `media:…` and `entry:…`. */
          hydrate?: boolean | undefined;
        };
        path: Pick<Slots, "storeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["EntryPage"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/entries/{entryId}": {
    /**
     * One entry, by id, by key or by slug.
     *
     * `hydrate=true` replaces references with their records: three levels deep, at most a hundred, and at most 4.5 MB.
     * Beyond these limits, and for deleted or hidden records, the reference stays a string.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     *
     * The same is at `GET /v1/storefront/{storeId}/entries/{entryId}`.
     */
    get: {
      parameters: {
        query?: {
          /** Finds one record by its key; the last segment of the path is not read then. */
          key?: string | undefined;
          /** Finds one record by its slug; the last segment of the path is not read then. */
          slug?: string | undefined;
          /** The language of the slug. */
          locale?: string | undefined;
          /** Only entries of this collection. */
          collection_id?: string | undefined;
          /** `true` gives records in place of references such as `media:…` and `entry:…`. */
          hydrate?: boolean | undefined;
        };
        path: Pick<Slots, "storeId" | "entryId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Entry"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Change an entry.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    put: {
      parameters: {
        path: Pick<Slots, "storeId" | "entryId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["UpdateEntry"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["Entry"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "ENTRY.KEY_TAKEN" | "ENTRY.SLUG_TAKEN"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Delete an entry.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    delete: {
      parameters: {
        path: Pick<Slots, "storeId" | "entryId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Deleted"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.CONFLICT" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/nodes": {
    /**
     * Create a node.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["CreateNode"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["Node"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "NODE.PARENT_NOT_FOUND" | "NODE.TOO_DEEP"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT"
          | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "NODE.KEY_TAKEN" | "NODE.SLUG_TAKEN" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Nodes of a store.
     *
     * `parent_id=null` lists those without a parent. `taxonomies` takes ids, or JSON with field values, all of which
     * must hold. `hydrate=true` replaces references with their records: three levels deep, at most a hundred, and at
     * most 4.5 MB. Beyond these limits, and for deleted or hidden records, the reference stays a string.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     *
     * The same is at `GET /v1/storefront/{storeId}/nodes`.
     */
    get: {
      parameters: {
        query?: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
          /** Finds records by the beginnings of words. */
          query?: string | undefined;
          /** The field by which the list is sorted. */
          sort_field?: ("created_at" | "updated_at" | "key") | undefined;
          /** The direction of the sorting. */
          sort_direction?: ("asc" | "desc") | undefined;
          /** Earliest creation: Unix seconds or an ISO 8601 date. */
          created_at_from?: string | undefined;
          /** Latest creation: Unix seconds or an ISO 8601 date, whose day counts whole. */
          created_at_to?: string | undefined;
          /** Finds one record by its key; the last segment of the path is not read then. */
          key?: string | undefined;
          /** Ids, separated by commas or as a JSON array; at most 100. */
          ids?: string | undefined;
          /** Only nodes directly below this one. */
          parent_id?: string | undefined;
          /** Only records of this type. */
          type?: string | undefined;
          /** Only records of any of these statuses, separated by commas or as a JSON array. */
          statuses?: string | undefined;
          /** Only records of this status. */
          status?: ("ACTIVE" | "ARCHIVED") | undefined;
          /** Only records filed there: ids, or JSON with `taxonomy_id` and `fields`. */
          taxonomies?: string | undefined;
          /** `true` gives records in place of references such as `media:…` and `entry:…`. */
          hydrate?: boolean | undefined;
        };
        path: Pick<Slots, "storeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["NodePage"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/nodes/{nodeId}": {
    /**
     * One node, by id, by key or by slug.
     *
     * `hydrate=true` replaces references with their records: three levels deep, at most a hundred, and at most 4.5 MB.
     * Beyond these limits, and for deleted or hidden records, the reference stays a string.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     *
     * The same is at `GET /v1/storefront/{storeId}/nodes/{nodeId}`.
     */
    get: {
      parameters: {
        query?: {
          /** Finds one record by its key; the last segment of the path is not read then. */
          key?: string | undefined;
          /** Finds one record by its slug; the last segment of the path is not read then. */
          slug?: string | undefined;
          /** The language of the slug. */
          locale?: string | undefined;
          /** `true` gives records in place of references such as `media:…` and `entry:…`. */
          hydrate?: boolean | undefined;
        };
        path: Pick<Slots, "storeId" | "nodeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Node"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Change or move a node.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    put: {
      parameters: {
        path: Pick<Slots, "storeId" | "nodeId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["UpdateNode"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["Node"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "NODE.PARENT_NOT_FOUND" | "NODE.TOO_DEEP"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT"
          | "NODE.KEY_TAKEN" | "NODE.SLUG_TAKEN" | "NODE.CYCLE" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Delete a node; its children move up to its parent.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    delete: {
      parameters: {
        path: Pick<Slots, "storeId" | "nodeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Deleted"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.CONFLICT" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/nodes/{nodeId}/children": {
    /**
     * The direct children of a node.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     *
     * The same is at `GET /v1/storefront/{storeId}/nodes/{nodeId}/children`.
     */
    get: {
      parameters: {
        query?: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
          /** `true` gives records in place of references such as `media:…` and `entry:…`. */
          hydrate?: boolean | undefined;
        };
        path: Pick<Slots, "storeId" | "nodeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["NodePage"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/{businessId}/collections": {
    /**
     * Create a content collection, such as a newsletter.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "businessId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["CreateBusinessCollection"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["BusinessCollection"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "BUSINESS.NOT_FOUND" | "COLLECTION.FAILED_CREATE"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED"
          | "COLLECTION.SLUG_TAKEN" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Content collections of a business.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     */
    get: {
      parameters: {
        query?: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
          /** Only records of this type. */
          type?: string | undefined;
          /** Only records of this status. */
          status?: ("DRAFT" | "PUBLISHED") | undefined;
        };
        path: Pick<Slots, "businessId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["BusinessCollectionPage"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "GENERAL.UNAUTHENTICATED" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/{businessId}/collections/{collectionId}": {
    /**
     * One content collection, by id or slug.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     */
    get: {
      parameters: {
        query?: {
          /** Finds one record by its slug; the last segment of the path is not read then. */
          slug?: string | undefined;
        };
        path: Pick<Slots, "businessId" | "collectionId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["BusinessCollection"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "COLLECTION.NOT_FOUND" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Change a content collection.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    put: {
      parameters: {
        path: Pick<Slots, "businessId" | "collectionId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["UpdateBusinessCollection"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["BusinessCollection"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "BUSINESS.NOT_FOUND" | "COLLECTION.NOT_FOUND"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT"
          | "COLLECTION.SLUG_TAKEN" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Delete a content collection and its entries.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    delete: {
      parameters: {
        path: Pick<Slots, "businessId" | "collectionId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Deleted"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "COLLECTION.NOT_FOUND" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/{businessId}/collections/blocks/generate": {
    /**
     * Generate the values of blocks from a prompt.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "businessId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["GenerateBlocks"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["GeneratedBlocks"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "BUSINESS.NOT_FOUND" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.FORBIDDEN" | "BUSINESS.PLAN_LIMIT" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.TOO_MANY_REQUESTS" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/{businessId}/entries": {
    /**
     * Create an entry of a collection, an order or a reservation.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "businessId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["CreateBusinessEntry"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["BusinessEntry"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "BUSINESS.NOT_FOUND" | "COLLECTION.NOT_FOUND"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Entries of a business.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     */
    get: {
      parameters: {
        query?: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
          /** Only entries of this collection. */
          collectionId?: string | undefined;
          /** `true` shows only entries that belong to the caller. */
          owner?: string | undefined;
          /** Only records of this status. */
          status?: ("DRAFT" | "PUBLISHED") | undefined;
        };
        path: Pick<Slots, "businessId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["BusinessEntryPage"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "GENERAL.UNAUTHENTICATED" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/{businessId}/entries/{entryId}": {
    /**
     * One entry.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     */
    get: {
      parameters: {
        path: Pick<Slots, "businessId" | "entryId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["BusinessEntry"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Change an entry.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    put: {
      parameters: {
        path: Pick<Slots, "businessId" | "entryId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["UpdateBusinessEntry"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["BusinessEntry"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "BUSINESS.NOT_FOUND" | "COLLECTION.NOT_FOUND"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Delete an entry.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    delete: {
      parameters: {
        path: Pick<Slots, "businessId" | "entryId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Deleted"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/collections/entry-types/{entryType}/variables": {
    /**
     * Variables that the text of an entry may refer to, by the kind of its owner.
     *
     * Open to all callers. Credentials are ignored.
     */
    get: {
      parameters: {
        path: Pick<Slots, "entryType">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["NewsletterVariables"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/webhooks": {
    /**
     * Create a webhook, which sends events to an address.
     *
     * Deliveries follow Standard Webhooks. Only this answer shows the signing secret. A business lists the same
     * webhooks in `configs.webhooks`.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["CreateWebhook"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["Webhook"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "WEBHOOK.TOO_MANY" | "WEBHOOK.TOO_MANY_AT_ADDRESS"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT"
          | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Webhooks of a store.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    get: {
      parameters: {
        path: Pick<Slots, "storeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["WebhookList"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/webhooks/{webhookId}": {
    /**
     * One webhook with its state.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    get: {
      parameters: {
        path: Pick<Slots, "storeId" | "webhookId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Webhook"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Change a webhook, or enable it again.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    put: {
      parameters: {
        path: Pick<Slots, "storeId" | "webhookId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["UpdateWebhook"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["Webhook"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "WEBHOOK.TOO_MANY_AT_ADDRESS"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Delete a webhook.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    delete: {
      parameters: {
        path: Pick<Slots, "storeId" | "webhookId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Deleted"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.CONFLICT" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/webhooks/{webhookId}/rotate": {
    /**
     * Give a webhook a new secret.
     *
     * Until the overlap ends, deliveries also have a signature with the old secret.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId" | "webhookId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["RotateWebhookSecret"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["Webhook"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/webhooks/{webhookId}/attempts": {
    /**
     * Tries to deliver, newest first.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    get: {
      parameters: {
        query?: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
          /** Only tries of this event. */
          event_id?: string | undefined;
          /** Only tries that ended so. */
          outcome?: ("success" | "failure") | undefined;
          /** Earliest creation: Unix seconds or an ISO 8601 date. */
          created_at_from?: string | undefined;
          /** Latest creation: Unix seconds or an ISO 8601 date, whose day counts whole. */
          created_at_to?: string | undefined;
        };
        path: Pick<Slots, "storeId" | "webhookId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["WebhookAttemptPage"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/webhooks/{webhookId}/resend": {
    /**
     * Deliver an event, or those of a time range, again.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId" | "webhookId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["ResendEvents"] } };
      responses: {
        202: { content: { "application/json": components["schemas"]["EventsResent"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "WEBHOOK.DISABLED"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/{businessId}/webhooks/test": {
    /**
     * Send one test delivery to an address.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "businessId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["TestWebhook"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["WebhookTestResult"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "BUSINESS.NOT_FOUND" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.FORBIDDEN" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.TOO_MANY_REQUESTS" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/{businessId}/events": {
    /**
     * Events of records of a kind, or of one record.
     *
     * Events of submissions, subscribers, contacts, members and invitations need ADMIN.
     *
     * Needs READ on the tenant: viewer, member, admin or owner.
     */
    get: {
      parameters: {
        query: {
          /** Only events of this kind of record, such as `form` or `order`. */
          entity: string;
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
        };
        path: Pick<Slots, "businessId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["BusinessEventPage"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/{businessId}/events/{eventId}": {
    /**
     * Put an action in place of an event's payload.
     *
     * An email action queues a mail with the node's content to each recipient, once.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    put: {
      parameters: {
        path: Pick<Slots, "businessId" | "eventId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["UpdateBusinessEvent"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["BusinessEvent"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "BUSINESS.NOT_FOUND" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.TOO_MANY_REQUESTS" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/{businessId}/trigger-builds": {
    /**
     * Call the build hooks.
     *
     * Calls and content changes within 30 seconds cause one build.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "businessId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["BuildsTriggered"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/events": {
    /**
     * What happened in a store, and who did it.
     *
     * Newest first, for 90 days. `record` names a kind of record or one record. For one record, each event lists its
     * changed fields. `type`, `types` and `actor` search up to 300 events for each page, so a page can be short and
     * still have a cursor.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    get: {
      parameters: {
        query?: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
          /** Only events of this record, by its id. */
          record?: string | undefined;
          /** Only records of this type. */
          type?: string | undefined;
          /** Only events of one of these types, such as `order.created,order.updated`. */
          types?: string | undefined;
          /** Only what happened then or later. */
          from?: string | undefined;
          /** Only what happened then or before. */
          to?: string | undefined;
          /** Only events that this account, contact or part of the system caused, by its id. */
          actor?: string | undefined;
          /** Earliest creation: Unix seconds or an ISO 8601 date. */
          created_at_from?: string | undefined;
          /** Latest creation: Unix seconds or an ISO 8601 date, whose day counts whole. */
          created_at_to?: string | undefined;
        };
        path: Pick<Slots, "storeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["StoreEventPage"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/{businessId}/collections/{collectionId}/subscribe": {
    /**
     * Subscribe an address to a newsletter.
     *
     * On a free plan the subscriber is pending until the reader uses the link in the mail. On a paid plan the answer
     * has the payment page. The next period can be paid in the last days of the current one.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "businessId" | "collectionId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["SubscribeToNewsletter"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["NewsletterSubscribed"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "BUSINESS.NOT_FOUND" | "COLLECTION.NOT_FOUND"
          | "NEWSLETTER.NOT_FOUND" | "NEWSLETTER.ALREADY_SUBSCRIBED" | "NEWSLETTER.PAYMENT_REQUIRED"
          | "PAYMENT.STRIPE_ERROR" | "PAYMENT.NO_PROVIDER" | "PAYMENT.INVALID_AMOUNT" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.TOO_MANY_REQUESTS" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Subscribe an address to a newsletter.
     *
     * On a free plan the subscriber is pending until the reader uses the link in the mail. On a paid plan the answer
     * has the payment page. The next period can be paid in the last days of the current one.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     */
    put: {
      parameters: {
        path: Pick<Slots, "businessId" | "collectionId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["SubscribeToNewsletter"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["NewsletterSubscribed"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "BUSINESS.NOT_FOUND" | "COLLECTION.NOT_FOUND"
          | "NEWSLETTER.NOT_FOUND" | "NEWSLETTER.ALREADY_SUBSCRIBED" | "NEWSLETTER.PAYMENT_REQUIRED"
          | "PAYMENT.STRIPE_ERROR" | "PAYMENT.NO_PROVIDER" | "PAYMENT.INVALID_AMOUNT" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.TOO_MANY_REQUESTS"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/{businessId}/collections/{collectionId}/subscribers": {
    /**
     * Subscribers of a newsletter.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    get: {
      parameters: {
        query?: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
        };
        path: Pick<Slots, "businessId" | "collectionId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["SubscriberPage"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "COLLECTION.NOT_FOUND" | "NEWSLETTER.NOT_FOUND"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/{businessId}/collections/unsubscribe": {
    /**
     * End a subscription.
     *
     * The token is in the body, or in the query as one-click unsubscribing (RFC 8058) has it.
     *
     * Open to all callers. Credentials are ignored.
     */
    post: {
      parameters: {
        query?: {
          /** The token of the link in the mail. */
          token?: string | undefined;
        };
        header?: Intent;
        path: Pick<Slots, "businessId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["NewsletterSubscriptionResult"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "NEWSLETTER.NOT_SUBSCRIBED" | "GENERAL.CONFLICT"
          | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * The page that a mail's unsubscribe link opens; it changes nothing.
     *
     * For a caller that accepts only JSON, it ends the subscription and returns the answer of the POST.
     *
     * Open to all callers. Credentials are ignored.
     */
    get: {
      parameters: {
        query?: {
          /** The token of the link in the mail. */
          token?: string | undefined;
        };
        path: Pick<Slots, "businessId">;
      };
      responses: {
        200: { content: { "text/html": string } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "NEWSLETTER.NOT_SUBSCRIBED"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/{businessId}/collections/confirm-subscription": {
    /**
     * Confirm a subscription.
     *
     * Open to all callers. Credentials are ignored.
     */
    post: {
      parameters: {
        query?: {
          /** The token of the link in the mail. */
          token?: string | undefined;
        };
        header?: Intent;
        path: Pick<Slots, "businessId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["NewsletterSubscriptionResult"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "NEWSLETTER.NOT_SUBSCRIBED" | "GENERAL.CONFLICT"
          | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * The page that a confirmation mail's link opens; it changes nothing.
     *
     * Open to all callers. Credentials are ignored.
     */
    get: {
      parameters: {
        query?: {
          /** The token of the link in the mail. */
          token?: string | undefined;
        };
        path: Pick<Slots, "businessId">;
      };
      responses: {
        200: { content: { "text/html": string } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "NEWSLETTER.NOT_SUBSCRIBED"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/{businessId}/collections/renew-subscription": {
    /**
     * Pay the next period of a newsletter, by the link of a reminder.
     *
     * Open to all callers. Credentials are ignored.
     */
    post: {
      parameters: {
        query?: {
          /** The token of the link in the mail. */
          token?: string | undefined;
        };
        header?: Intent;
        path: Pick<Slots, "businessId">;
      };
      responses: {
        302: { content?: never };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "COLLECTION.NOT_FOUND" | "NEWSLETTER.NOT_FOUND"
          | "NEWSLETTER.NOT_SUBSCRIBED" | "NEWSLETTER.ALREADY_SUBSCRIBED" | "PAYMENT.STRIPE_ERROR"
          | "PAYMENT.NO_PROVIDER" | "PAYMENT.INVALID_AMOUNT" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * The page that the link of a reminder opens; it changes nothing.
     *
     * Open to all callers. Credentials are ignored.
     */
    get: {
      parameters: {
        query?: {
          /** The token of the link in the mail. */
          token?: string | undefined;
        };
        path: Pick<Slots, "businessId">;
      };
      responses: {
        200: { content: { "text/html": string } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "NEWSLETTER.NOT_SUBSCRIBED"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/{businessId}/entries/{entryId}/send": {
    /**
     * Send an entry to the subscribers of its newsletter, now or at a time.
     *
     * An entry is sent once. It can be sent again only if the send failed or was cancelled.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "businessId" | "entryId">;
      };
      requestBody?: { content: { "application/json": {
        /** When it is to be sent, Unix seconds. */
        scheduledAt?: number;
      } } };
      responses: {
        200: { content: { "application/json": components["schemas"]["NewsletterSend"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "BUSINESS.NOT_FOUND" | "NEWSLETTER.NOT_FOUND"
          | "NEWSLETTER.BAD_TEMPLATE" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "BUSINESS.PLAN_LIMIT"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "NEWSLETTER.ALREADY_SENT"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Progress of the sending of an entry.
     *
     * Needs READ on the tenant: viewer, member, admin or owner.
     */
    get: {
      parameters: {
        path: Pick<Slots, "businessId" | "entryId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["NewsletterSend"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "NEWSLETTER.NOT_SENT" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Cancel a scheduled send.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    delete: {
      parameters: {
        path: Pick<Slots, "businessId" | "entryId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["NewsletterSend"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "NEWSLETTER.NOT_SENT" | "GENERAL.CONFLICT" | "NEWSLETTER.ALREADY_SENT"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/{businessId}/entries/{entryId}/preview": {
    /**
     * Send an entry to oneself, as a subscriber would get it.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "businessId" | "entryId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["NewsletterPreviewed"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "NEWSLETTER.NOT_FOUND" | "NEWSLETTER.BAD_TEMPLATE"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT"
          | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.TOO_MANY_REQUESTS" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/notifications/track/email/{trackingPixelId}": {
    /**
     * The picture that records the opening of a mail.
     *
     * The answer is the same for every id.
     *
     * Open to all callers. Credentials are ignored.
     */
    get: {
      parameters: {
        path: Pick<Slots, "trackingPixelId">;
      };
      responses: {
        200: { content: { "image/gif": string } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/notifications/track/click/{token}": {
    /**
     * Where a link of a newsletter leads.
     *
     * A count that fails keeps no reader from getting there. The address says that its visitor comes from the
     * newsletter, unless it says something else already.
     *
     * Open to all callers. Credentials are ignored.
     */
    get: {
      parameters: {
        path: Pick<Slots, "token">;
      };
      responses: {
        302: { content?: never };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/notifications/track/stats/{businessId}": {
    /**
     * Counts of a business's mails: sent, opened, bounced.
     *
     * Needs READ on the tenant: viewer, member, admin or owner.
     */
    get: {
      parameters: {
        path: Pick<Slots, "businessId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["MailStats"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/media": {
    /**
     * Upload files, or download them from URLs.
     *
     * Takes up to ten files and URLs as multipart/form-data, in parts named files and urls. Either all of them are
     * stored, or none. A request can have 4,706,304 bytes, about 4.5 MB. Send larger files directly to the bucket:
     * POST to media/uploads of the same store or business.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId">;
      };
      requestBody?: { content: { "multipart/form-data": FormData } };
      responses: {
        201: { content: { "application/json": components["schemas"]["Media"][] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "MEDIA.UPLOAD_FAILED" | "MEDIA.INVALID_FILE_TYPE"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "BUSINESS.PLAN_LIMIT" | "GENERAL.NOT_FOUND"
          | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "MEDIA.FILE_TOO_LARGE" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Files of a store.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     */
    get: {
      parameters: {
        query: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit: number;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
          /** Finds records by the beginnings of words. */
          query?: string | undefined;
          /** The field by which the list is sorted. */
          sort_field?: ("created_at" | "updated_at" | "key") | undefined;
          /** The direction of the sorting. */
          sort_direction?: ("asc" | "desc") | undefined;
          /** Earliest creation: Unix seconds or an ISO 8601 date. */
          created_at_from?: string | undefined;
          /** Latest creation: Unix seconds or an ISO 8601 date, whose day counts whole. */
          created_at_to?: string | undefined;
          /** Ids, separated by commas or as a JSON array; at most 100. */
          ids?: string | undefined;
          /** Only files of this type, such as `image/png` or `image/*`. */
          mime_type?: string | undefined;
        };
        path: Pick<Slots, "storeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["MediaPage"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/media/{mediaId}": {
    /**
     * One file.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     */
    get: {
      parameters: {
        path: Pick<Slots, "storeId" | "mediaId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Media"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "MEDIA.NOT_FOUND" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Change a file's slug.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    put: {
      parameters: {
        path: Pick<Slots, "storeId" | "mediaId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["UpdateMedia"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["Media"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "MEDIA.NOT_FOUND" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Delete a file and every picture made of it.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    delete: {
      parameters: {
        path: Pick<Slots, "storeId" | "mediaId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Deleted"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "MEDIA.NOT_FOUND" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/media/{mediaId}/usage": {
    /**
     * Records that refer to a file.
     *
     * Needs READ on the tenant: viewer, member, admin or owner.
     */
    get: {
      parameters: {
        query?: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
        };
        path: Pick<Slots, "storeId" | "mediaId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["UsagePage"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "MEDIA.NOT_FOUND" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/media/uploads": {
    /**
     * Begin the upload of a large file.
     *
     * Returns a signed form. Post its fields to its url, with the file as the last field, named file. Then complete
     * the upload.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     *
     * The same is at `POST /v1/businesses/{businessId}/media/uploads`.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["CreateUpload"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["MediaUpload"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "MEDIA.UPLOAD_FAILED" | "MEDIA.INVALID_FILE_TYPE"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "BUSINESS.PLAN_LIMIT" | "GENERAL.NOT_FOUND"
          | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "MEDIA.FILE_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/media/uploads/{uploadId}/complete": {
    /**
     * Complete an upload.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     *
     * The same is at `POST /v1/businesses/{businessId}/media/uploads/{uploadId}/complete`.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId" | "uploadId">;
      };
      responses: {
        201: { content: { "application/json": components["schemas"]["Media"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "MEDIA.UPLOAD_FAILED" | "MEDIA.INVALID_FILE_TYPE" | "MEDIA.NOT_FOUND"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "BUSINESS.PLAN_LIMIT" | "GENERAL.NOT_FOUND"
          | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "MEDIA.FILE_TOO_LARGE" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/{businessId}/media": {
    /**
     * Files of a business.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     */
    get: {
      parameters: {
        query: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit: number;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
          /** Ids, separated by commas or as a JSON array; at most 100. */
          ids?: string | undefined;
          /** Finds records by the beginnings of words. */
          query?: string | undefined;
          /** Only files of this type, such as `image/png` or `image/*`. */
          mimeType?: string | undefined;
          /** The field by which the list is sorted. */
          sortField?: string | undefined;
          /** The direction of the sorting. */
          sortDirection?: ("asc" | "desc") | undefined;
        };
        path: Pick<Slots, "businessId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["BusinessMediaPage"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "GENERAL.UNAUTHENTICATED" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/{businessId}/upload": {
    /**
     * Upload files to a business, or download them from URLs.
     *
     * Takes up to ten files and URLs as multipart/form-data, in parts named files and urls. Either all of them are
     * stored, or none. A request can have 4,706,304 bytes, about 4.5 MB. Send larger files directly to the bucket:
     * POST to media/uploads of the same store or business.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "businessId">;
      };
      requestBody?: { content: { "multipart/form-data": FormData } };
      responses: {
        201: { content: { "application/json": components["schemas"]["BusinessMedia"][] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "BUSINESS.NOT_FOUND" | "MEDIA.UPLOAD_FAILED"
          | "MEDIA.INVALID_FILE_TYPE" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "BUSINESS.PLAN_LIMIT"
          | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "MEDIA.FILE_TOO_LARGE" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Delete a file of a business.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    delete: {
      parameters: {
        query: {
          /** Only records that use this file. */
          mediaId: string;
        };
        path: Pick<Slots, "businessId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Deleted"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "MEDIA.NOT_FOUND" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.FORBIDDEN" | "GENERAL.CONFLICT" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/{businessId}/services": {
    /**
     * Create a service that can be booked.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "businessId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["CreateService"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["Service"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "BUSINESS.NOT_FOUND" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.FORBIDDEN" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "SERVICE.KEY_TAKEN"
          | "SERVICE.SLUG_TAKEN" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Services of a business.
     *
     * `from` and `to` keep only those with a free slot in that time.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     *
     * The same is at `GET /v1/storefront/{storeId}/services`.
     */
    get: {
      parameters: {
        query?: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
          /** Ids, separated by commas or as a JSON array; at most 100. */
          ids?: string | undefined;
          /** Finds records by the beginnings of words. */
          query?: string | undefined;
          /** Finds one record by its key; the last segment of the path is not read then. */
          key?: string | undefined;
          /** Only records of this status. */
          status?: ("DRAFT" | "ACTIVE" | "ARCHIVED") | undefined;
          /** Only records of any of these statuses, separated by commas or as a JSON array. */
          statuses?: string | undefined;
          /** Only records filed under this node. */
          nodeId?: string | undefined;
          /** Filters by the values of blocks, as JSON. */
          blocks?: string | undefined;
          /** `true` shows records for which all filters hold, otherwise those for which any does. */
          matchAll?: boolean | undefined;
          /** The field by which the list is sorted. */
          sortField?: ("createdAt" | "created_at" | "updatedAt" | "updated_at" | "key") | undefined;
          /** The direction of the sorting. */
          sortDirection?: ("asc" | "desc") | undefined;
          /** Only services with a free time after this, Unix seconds. */
          from?: string | undefined;
          /** Only services with a free time before this, Unix seconds. */
          to?: string | undefined;
          /** Earliest creation: Unix seconds or an ISO 8601 date. */
          createdAtFrom?: string | undefined;
          /** Latest creation: Unix seconds or an ISO 8601 date, whose day counts whole. */
          createdAtTo?: string | undefined;
          /** Only records of this provider. */
          providerId?: string | undefined;
          /** Lowest price in the currency's smallest unit, such as cents. */
          priceFrom?: number | undefined;
          /** Highest price in the currency's smallest unit, such as cents. */
          priceTo?: number | undefined;
        };
        path: Pick<Slots, "businessId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["ServicePage"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "RESERVATION.INVALID_TIME_RANGE"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/{businessId}/services/{serviceId}": {
    /**
     * One service, by id, key or slug.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     *
     * The same is at `GET /v1/storefront/{storeId}/services/{serviceId}`.
     */
    get: {
      parameters: {
        query?: {
          /** Finds one record by its key; the last segment of the path is not read then. */
          key?: string | undefined;
          /** Finds one record by its slug; the last segment of the path is not read then. */
          slug?: string | undefined;
          /** The language of the slug. */
          locale?: string | undefined;
        };
        path: Pick<Slots, "businessId" | "serviceId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Service"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Change a service.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    put: {
      parameters: {
        path: Pick<Slots, "businessId" | "serviceId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["UpdateService"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["Service"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "BUSINESS.NOT_FOUND" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "SERVICE.KEY_TAKEN" | "SERVICE.SLUG_TAKEN"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Delete a service; its bookings stay.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    delete: {
      parameters: {
        path: Pick<Slots, "businessId" | "serviceId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Deleted"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/{businessId}/services/{serviceId}/providers": {
    /**
     * Providers of a service, and how each offers it.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     *
     * The same is at `GET /v1/storefront/{storeId}/services/{serviceId}/providers`.
     */
    get: {
      parameters: {
        path: Pick<Slots, "businessId" | "serviceId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["ServiceProvider"][] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Let a provider offer a service.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "businessId" | "serviceId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["ConnectProvider"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["ServiceProvider"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "BUSINESS.NOT_FOUND" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED"
          | "SERVICE.ALREADY_CONNECTED" | "SERVICE.KEY_TAKEN" | "SERVICE.SLUG_TAKEN" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/{businessId}/services/{serviceId}/providers/{connectionId}": {
    /**
     * Change how a provider offers a service.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    put: {
      parameters: {
        path: Pick<Slots, "businessId" | "serviceId" | "connectionId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["UpdateServiceProvider"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["ServiceProvider"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "BUSINESS.NOT_FOUND" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "SERVICE.KEY_TAKEN" | "SERVICE.SLUG_TAKEN"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Stop a provider from offering a service.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    delete: {
      parameters: {
        path: Pick<Slots, "businessId" | "serviceId" | "connectionId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Deleted"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "SERVICE.KEY_TAKEN" | "SERVICE.SLUG_TAKEN"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/{businessId}/providers": {
    /**
     * Create a provider: a person, room or machine that can be booked.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "businessId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["CreateProvider"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["Provider"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "BUSINESS.NOT_FOUND" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.FORBIDDEN" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "PROVIDER.KEY_TAKEN"
          | "PROVIDER.SLUG_TAKEN" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Providers of a business.
     *
     * `from` and `to` keep only those with a free slot in that time.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     *
     * The same is at `GET /v1/storefront/{storeId}/providers`.
     */
    get: {
      parameters: {
        query?: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
          /** Ids, separated by commas or as a JSON array; at most 100. */
          ids?: string | undefined;
          /** Finds records by the beginnings of words. */
          query?: string | undefined;
          /** Finds one record by its key; the last segment of the path is not read then. */
          key?: string | undefined;
          /** Only records of this status. */
          status?: ("DRAFT" | "ACTIVE" | "ARCHIVED") | undefined;
          /** Only records of any of these statuses, separated by commas or as a JSON array. */
          statuses?: string | undefined;
          /** Only records filed under this node. */
          nodeId?: string | undefined;
          /** Filters by the values of blocks, as JSON. */
          blocks?: string | undefined;
          /** `true` shows records for which all filters hold, otherwise those for which any does. */
          matchAll?: boolean | undefined;
          /** The field by which the list is sorted. */
          sortField?: ("createdAt" | "created_at" | "updatedAt" | "updated_at" | "key") | undefined;
          /** The direction of the sorting. */
          sortDirection?: ("asc" | "desc") | undefined;
          /** Only providers with a free time after this, Unix seconds. */
          from?: string | undefined;
          /** Only providers with a free time before this, Unix seconds. */
          to?: string | undefined;
          /** Earliest creation: Unix seconds or an ISO 8601 date. */
          createdAtFrom?: string | undefined;
          /** Latest creation: Unix seconds or an ISO 8601 date, whose day counts whole. */
          createdAtTo?: string | undefined;
          /** Only records of this service. */
          serviceId?: string | undefined;
        };
        path: Pick<Slots, "businessId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["ProviderPage"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "RESERVATION.INVALID_TIME_RANGE"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/{businessId}/providers/{providerId}": {
    /**
     * One provider, by id, key or slug.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     *
     * The same is at `GET /v1/storefront/{storeId}/providers/{providerId}`.
     */
    get: {
      parameters: {
        query?: {
          /** Finds one record by its key; the last segment of the path is not read then. */
          key?: string | undefined;
          /** Finds one record by its slug; the last segment of the path is not read then. */
          slug?: string | undefined;
          /** The language of the slug. */
          locale?: string | undefined;
        };
        path: Pick<Slots, "businessId" | "providerId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Provider"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Change a provider.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    put: {
      parameters: {
        path: Pick<Slots, "businessId" | "providerId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["UpdateProvider"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["Provider"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "BUSINESS.NOT_FOUND" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "PROVIDER.KEY_TAKEN"
          | "PROVIDER.SLUG_TAKEN" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Delete a provider; its bookings stay.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    delete: {
      parameters: {
        path: Pick<Slots, "businessId" | "providerId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Deleted"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/{businessId}/providers/{providerId}/working-time": {
    /**
     * When a provider works.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     */
    get: {
      parameters: {
        query?: {
          /** The services that are booked together, separated by commas or as a JSON array. */
          serviceIds?: string | undefined;
        };
        path: Pick<Slots, "businessId" | "providerId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["ProviderWorkingTime"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/{businessId}/schedules": {
    /**
     * Set the hours of several providers at once.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    put: {
      parameters: {
        path: Pick<Slots, "businessId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["SetSchedules"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["SchedulesUpdated"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "BUSINESS.NOT_FOUND" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/{businessId}/services/{serviceId}/available-slots": {
    /**
     * Free slots of a service.
     *
     * In `startTime` to `endTime` (also `from`, `to`), at most 92 days, 7 by default. With `explain=true` and `time`,
     * callers with WRITE see why each provider is free or not.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     *
     * The same is at `GET /v1/storefront/{storeId}/services/{serviceId}/available-slots`.
     */
    get: {
      parameters: {
        query?: {
          /** Begin of the time window, Unix seconds. */
          startTime?: string | undefined;
          /** End of the time window, Unix seconds. */
          endTime?: string | undefined;
          /** Begin of the time window, Unix seconds. */
          from?: string | undefined;
          /** End of the time window, Unix seconds. */
          to?: string | undefined;
          /** Only times of this provider. */
          providerId?: string | undefined;
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** `true` says of each provider why a time is free or not. Needs WRITE. */
          explain?: ("true" | "false") | undefined;
          /** The moment to look at, Unix seconds. */
          time?: string | undefined;
        };
        path: Pick<Slots, "businessId" | "serviceId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["OfferedSlots"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "RESERVATION.INVALID_TIME_RANGE"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/{businessId}/services/{serviceId}/availability": {
    /**
     * Days with their free slots, for a calendar.
     *
     * `slotCount` counts all slots. At most 10,000 slots are listed.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     *
     * The same is at `GET /v1/storefront/{storeId}/services/{serviceId}/availability`.
     */
    get: {
      parameters: {
        query?: {
          /** Begin of the time window, Unix seconds. */
          startTime?: string | undefined;
          /** End of the time window, Unix seconds. */
          endTime?: string | undefined;
          /** Begin of the time window, Unix seconds. */
          from?: string | undefined;
          /** End of the time window, Unix seconds. */
          to?: string | undefined;
          /** Only times of this provider. */
          providerId?: string | undefined;
        };
        path: Pick<Slots, "businessId" | "serviceId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Availability"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "RESERVATION.INVALID_TIME_RANGE"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/reservations": {
    /**
     * Create a reservation.
     *
     * Staff choose the status. A customer's reservation is PENDING until staff decide.
     *
     * Needs a signed-in person. Guests count.
     */
    post: {
      parameters: {
        header?: Intent;
      };
      requestBody?: { content: { "application/json": components["schemas"]["CreateReservation"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["Reservation"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "RESERVATION.FAILED_CREATE"
          | "RESERVATION.INVALID_TIME_RANGE" | "RESERVATION.OUTSIDE_WORKING_HOURS" | "BUSINESS.NOT_FOUND"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT"
          | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "RESERVATION.TIME_SLOT_NOT_AVAILABLE" | "RESERVATION.INVALID_STATUS"
          | "CONTACT.MERGED" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.TOO_MANY_REQUESTS" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * The caller's own reservations.
     *
     * Needs a signed-in person. Guests count.
     */
    get: {
      parameters: {
        query?: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
          /** Only records of this status. */
          status?: string | undefined;
        };
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["ReservationPage"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/reservations/search": {
    /**
     * Search reservations of a business, or your own.
     *
     * Needs a signed-in person. Guests count.
     */
    get: {
      parameters: {
        query?: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
          /** Only records of this status. */
          status?: string | undefined;
          /** Only reservations at this business. */
          businessId?: string | undefined;
          /** Only reservations with this provider. */
          providerId?: string | undefined;
          /** Begin of the time window, Unix seconds. */
          startTime?: string | undefined;
          /** End of the time window, Unix seconds. */
          endTime?: string | undefined;
        };
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["ReservationPage"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/reservations/checkout": {
    /**
     * Book, and pay if there is something to pay.
     *
     * Books all parts or none. `checkoutUrl` is the payment page, or null if nothing is to be paid now. An unpaid
     * reservation holds its time until one minute after the payment page ends: 16 minutes in the sandbox.
     *
     * Needs a signed-in person. Guests count.
     */
    post: {
      parameters: {
        header?: Intent;
      };
      requestBody?: { content: { "application/json": components["schemas"]["CheckoutReservation"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["ReservationCheckout"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "RESERVATION.FAILED_CREATE"
          | "RESERVATION.INVALID_TIME_RANGE" | "RESERVATION.OUTSIDE_WORKING_HOURS" | "BUSINESS.NOT_FOUND"
          | "PAYMENT.PROMO_CODE_INVALID" | "PAYMENT.PROMO_CODE_LIMIT_REACHED" | "PAYMENT.INVALID_AMOUNT"
          | "PAYMENT.METHOD_UNKNOWN" | "PAYMENT.STRIPE_ERROR" | "PAYMENT.NO_PROVIDER" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.FORBIDDEN" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED"
          | "RESERVATION.TIME_SLOT_NOT_AVAILABLE" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.TOO_MANY_REQUESTS"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/reservations/{reservationId}": {
    /**
     * One reservation.
     *
     * Needs a signed-in person. Guests count.
     */
    get: {
      parameters: {
        path: Pick<Slots, "reservationId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Reservation"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "RESERVATION.NOT_FOUND" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Change a reservation.
     *
     * Staff can make every allowed change of status. Customers can cancel, move and write notes. Moving takes the new
     * time and frees the old one together. If staff cancel what was paid and money goes back, they need ADMIN, or
     * `refund: "policy"`.
     *
     * Needs a signed-in person. Guests count.
     */
    put: {
      parameters: {
        path: Pick<Slots, "reservationId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["UpdateReservation"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["Reservation"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "RESERVATION.FAILED_CREATE"
          | "RESERVATION.INVALID_TIME_RANGE" | "RESERVATION.OUTSIDE_WORKING_HOURS" | "BUSINESS.NOT_FOUND"
          | "RESERVATION.NOT_FOUND" | "PAYMENT.STRIPE_ERROR" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "RESERVATION.TIME_SLOT_NOT_AVAILABLE"
          | "RESERVATION.INVALID_STATUS" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/{businessId}/reservations": {
    /**
     * Create a reservation of a business.
     *
     * Staff choose the status. A customer's reservation is PENDING until staff decide.
     *
     * Needs a signed-in person. Guests count.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "businessId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["CreateReservation"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["Reservation"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "BUSINESS.NOT_FOUND" | "RESERVATION.FAILED_CREATE"
          | "RESERVATION.INVALID_TIME_RANGE" | "RESERVATION.OUTSIDE_WORKING_HOURS" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED"
          | "RESERVATION.TIME_SLOT_NOT_AVAILABLE" | "RESERVATION.INVALID_STATUS" | "CONTACT.MERGED"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.TOO_MANY_REQUESTS" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Reservations of a business.
     *
     * With `from` or `to`, reservations that begin in that time, in order of their beginning.
     *
     * Needs READ on the tenant: viewer, member, admin or owner.
     */
    get: {
      parameters: {
        query?: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
          /** Only records of this status. */
          status?: string | undefined;
          /** Finds records by the beginnings of words. */
          query?: string | undefined;
          /** Only reservations of one of these services. */
          serviceIds?: string | undefined;
          /** Only reservations with one of these providers. */
          providerIds?: string | undefined;
          /** Only reservations of this account. */
          accountId?: string | undefined;
          /** Begin of the time window, Unix seconds. */
          from?: string | undefined;
          /** End of the time window, Unix seconds. */
          to?: string | undefined;
          /** The field by which the list is sorted. */
          sortField?: ("createdAt" | "updatedAt" | "startTime" | "from") | undefined;
          /** The direction of the sorting. */
          sortOrder?: ("asc" | "desc") | undefined;
        };
        path: Pick<Slots, "businessId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["ReservationPage"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/{businessId}/reservations/quote": {
    /**
     * Price a booking.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "businessId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["QuoteReservation"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["ReservationQuote"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "BUSINESS.NOT_FOUND" | "RESERVATION.FAILED_CREATE"
          | "RESERVATION.INVALID_TIME_RANGE" | "RESERVATION.OUTSIDE_WORKING_HOURS" | "PAYMENT.PROMO_CODE_INVALID"
          | "PAYMENT.PROMO_CODE_LIMIT_REACHED" | "PAYMENT.METHOD_UNKNOWN" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "RESERVATION.TIME_SLOT_NOT_AVAILABLE"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/{businessId}/reservations/checkout": {
    /**
     * Book, and pay if there is something to pay.
     *
     * Books all parts or none. `checkoutUrl` is the payment page, or null if nothing is to be paid now. An unpaid
     * reservation holds its time until one minute after the payment page ends: 16 minutes in the sandbox.
     *
     * Needs a signed-in person. Guests count.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "businessId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["CheckoutReservation"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["ReservationCheckout"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "BUSINESS.NOT_FOUND" | "RESERVATION.FAILED_CREATE"
          | "RESERVATION.INVALID_TIME_RANGE" | "RESERVATION.OUTSIDE_WORKING_HOURS" | "PAYMENT.PROMO_CODE_INVALID"
          | "PAYMENT.PROMO_CODE_LIMIT_REACHED" | "PAYMENT.INVALID_AMOUNT" | "PAYMENT.METHOD_UNKNOWN"
          | "PAYMENT.STRIPE_ERROR" | "PAYMENT.NO_PROVIDER" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "RESERVATION.TIME_SLOT_NOT_AVAILABLE"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.TOO_MANY_REQUESTS" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/{businessId}/reservations/{reservationId}": {
    /**
     * One reservation of a business.
     *
     * Needs a signed-in person. Guests count.
     */
    get: {
      parameters: {
        path: Pick<Slots, "businessId" | "reservationId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Reservation"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "RESERVATION.NOT_FOUND" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Change a reservation of a business.
     *
     * Staff can make every allowed change of status. Customers can cancel, move and write notes. Moving takes the new
     * time and frees the old one together. If staff cancel what was paid and money goes back, they need ADMIN, or
     * `refund: "policy"`.
     *
     * Needs a signed-in person. Guests count.
     */
    put: {
      parameters: {
        path: Pick<Slots, "businessId" | "reservationId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["UpdateReservation"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["Reservation"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "BUSINESS.NOT_FOUND" | "RESERVATION.FAILED_CREATE"
          | "RESERVATION.INVALID_TIME_RANGE" | "RESERVATION.OUTSIDE_WORKING_HOURS" | "RESERVATION.NOT_FOUND"
          | "PAYMENT.STRIPE_ERROR" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.CONFLICT" | "RESERVATION.TIME_SLOT_NOT_AVAILABLE" | "RESERVATION.INVALID_STATUS"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/{businessId}/reservations/{reservationId}/mails": {
    /**
     * Send the customer of a reservation its mail again.
     *
     * A request that waits, and a booking that stands, have a `confirmation`; a cancelled one has a `cancellation`.
     * Five an hour go to a mailbox.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "businessId" | "reservationId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["MailReservation"] } };
      responses: {
        202: { content: { "application/json": components["schemas"]["ReservationMailed"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "BUSINESS.NOT_FOUND" | "RESERVATION.NOT_FOUND"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT"
          | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.TOO_MANY_REQUESTS"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/payments/quote": {
    /**
     * Price parts of a reservation, or lines.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     */
    post: {
      parameters: {
        header?: Intent;
      };
      requestBody?: { content: { "application/json": components["schemas"]["QuoteReservation"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["ReservationQuote"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "RESERVATION.FAILED_CREATE"
          | "RESERVATION.INVALID_TIME_RANGE" | "PAYMENT.PROMO_CODE_INVALID" | "PAYMENT.PROMO_CODE_LIMIT_REACHED"
          | "PAYMENT.METHOD_UNKNOWN" | "PAYMENT.NO_PROVIDER" | "BUSINESS.NOT_FOUND" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/payments/{provider}/webhook": {
    /**
     * Callback of a payment provider.
     *
     * The body is raw, with the provider's signature. `store` names the store of the account; without it, the account
     * is the platform's. The answer comes after the effect is committed. The state is read from the provider, so
     * callbacks can come in any number and order.
     *
     * Open to all callers. Credentials are ignored.
     */
    post: {
      parameters: {
        query?: {
          /** Id of the store, where one address serves several. */
          store?: string | undefined;
        };
        header?: Intent;
        path: Pick<Slots, "provider">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["PaymentEventReceived"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "PAYMENT.SIGNATURE_INVALID" | "GENERAL.BAD_REQUEST" | "GENERAL.NOT_FOUND"
          | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.TOO_MANY_REQUESTS" | "GENERAL.INTERNAL_SERVER" | "PAYMENT.NOT_KNOWN_YET" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/payments/sandbox/checkouts/{checkoutId}": {
    /**
     * The sandbox's payment page.
     *
     * It is there only where the sandbox is on.
     *
     * Open to all callers. Credentials are ignored.
     */
    get: {
      parameters: {
        path: Pick<Slots, "checkoutId">;
      };
      responses: {
        200: { content: { "text/html": string } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Approve, decline or delay a sandbox payment.
     *
     * It is there only where the sandbox is on.
     *
     * Open to all callers. Credentials are ignored.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "checkoutId">;
      };
      responses: {
        302: { content?: never };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/payment-returns/{returnId}": {
    /**
     * Returns a buyer from the payment page to the shop.
     *
     * Open to all callers. Credentials are ignored.
     */
    get: {
      parameters: {
        query?: {
          /** `true` where the buyer left the payment page without paying. */
          cancelled?: boolean | undefined;
        };
        path: Pick<Slots, "returnId">;
      };
      responses: {
        302: { content?: never };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/{businessId}/refund": {
    /**
     * Refund the payment of a reservation or an order, or a part of it.
     *
     * `entity` is an id, or `reservation:<id>`, `order:<id>`. The amount is reserved at once. The refund is announced
     * when the provider confirms it. It needs ADMIN. With `refund: "policy"` it needs WRITE, and gives back no more
     * than the customer's own cancellation would now.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "businessId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["RefundPayment"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["PaymentRefunded"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "BUSINESS.NOT_FOUND" | "RESERVATION.NOT_FOUND"
          | "ORDER.NOT_FOUND" | "ORDER.INVALID_STATUS" | "PAYMENT.INVALID_AMOUNT" | "PAYMENT.STRIPE_ERROR"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/payment-providers": {
    /**
     * The account that a store takes card payments with.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    get: {
      parameters: {
        path: Pick<Slots, "storeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["PaymentProviderPage"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Connect an account at a payment provider.
     *
     * It replaces the previous account. The API tests the key, and never shows a secret. Register `webhook_url` at the
     * provider.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["CreatePaymentProvider"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["PaymentProvider"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "PAYMENT.STRIPE_ERROR" | "BUSINESS.NOT_FOUND"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT"
          | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.TOO_MANY_REQUESTS"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/payment-providers/{providerId}": {
    /**
     * Disconnect a payment provider.
     *
     * Its open payment pages are closed. The account stays sealed for 180 days, for refunds and callbacks.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    delete: {
      parameters: {
        path: Pick<Slots, "storeId" | "providerId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Deleted"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/plans": {
    /**
     * The plans of the platform.
     *
     * Needs a signed-in person. Guests count.
     */
    get: {
      parameters: {};
      responses: {
        200: { content: { "application/json": components["schemas"]["Plan"][] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/billing/sandbox/{billingId}": {
    /**
     * The sandbox's page of a subscription.
     *
     * It is there only where the sandbox is on.
     *
     * Open to all callers. Credentials are ignored.
     */
    get: {
      parameters: {
        path: Pick<Slots, "billingId">;
      };
      responses: {
        200: { content: { "text/html": string } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Pay a plan in the sandbox, end its period, let its card fail or work again.
     *
     * It is there only where the sandbox is on.
     *
     * Open to all callers. Credentials are ignored.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "billingId">;
      };
      responses: {
        200: { content: { "text/html": string } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/{businessId}/subscription": {
    /**
     * The plan of a business, and what it uses of it.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    get: {
      parameters: {
        path: Pick<Slots, "businessId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Subscription"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "PAYMENT.STRIPE_ERROR" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.FORBIDDEN" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Change the plan.
     *
     * `url`, also as `checkoutUrl`, is the payment page, or null if none is needed. A more expensive plan applies at
     * once. A cheaper one applies after the current period. The free plan ends the subscription.
     *
     * Needs OWNER on the tenant: owner.
     */
    put: {
      parameters: {
        path: Pick<Slots, "businessId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["SubscribeToPlan"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["PlanCheckout"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "BUSINESS.NOT_FOUND" | "BUSINESS.PLAN_UNKNOWN"
          | "BUSINESS.PLAN_SAME" | "BUSINESS.PLAN_PRICE" | "BUSINESS.NO_BILLING" | "PAYMENT.STRIPE_ERROR"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.CONFLICT" | "BUSINESS.PLAN_UNPAID"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * End the subscription, at the end of its period or immediately.
     *
     * Needs OWNER on the tenant: owner.
     */
    delete: {
      parameters: {
        query?: {
          /** `true` ends at once what would end with its period. */
          immediately?: boolean | undefined;
        };
        path: Pick<Slots, "businessId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Subscription"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "BUSINESS.NO_SUBSCRIPTION" | "BUSINESS.NO_BILLING"
          | "PAYMENT.STRIPE_ERROR" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.CONFLICT"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/{businessId}/subscribe": {
    /**
     * Choose a plan.
     *
     * `url`, also as `checkoutUrl`, is the payment page, or null if none is needed. A more expensive plan applies at
     * once. A cheaper one applies after the current period. The free plan ends the subscription.
     *
     * Needs OWNER on the tenant: owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "businessId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["SubscribeToPlan"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["PlanCheckout"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "BUSINESS.NOT_FOUND" | "BUSINESS.PLAN_UNKNOWN"
          | "BUSINESS.PLAN_SAME" | "BUSINESS.PLAN_PRICE" | "BUSINESS.NO_BILLING" | "PAYMENT.STRIPE_ERROR"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED"
          | "BUSINESS.PLAN_UNPAID" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Choose a plan.
     *
     * `url`, also as `checkoutUrl`, is the payment page, or null if none is needed. A more expensive plan applies at
     * once. A cheaper one applies after the current period. The free plan ends the subscription.
     *
     * Needs OWNER on the tenant: owner.
     */
    put: {
      parameters: {
        path: Pick<Slots, "businessId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["SubscribeToPlan"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["PlanCheckout"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "BUSINESS.NOT_FOUND" | "BUSINESS.PLAN_UNKNOWN"
          | "BUSINESS.PLAN_SAME" | "BUSINESS.PLAN_PRICE" | "BUSINESS.NO_BILLING" | "PAYMENT.STRIPE_ERROR"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.CONFLICT" | "BUSINESS.PLAN_UNPAID"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/{businessId}/subscription/reactivate": {
    /**
     * Keep a subscription that would end or become cheaper with its period.
     *
     * Needs OWNER on the tenant: owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "businessId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Subscription"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "BUSINESS.NOT_FOUND" | "BUSINESS.NO_SUBSCRIPTION" | "BUSINESS.NO_BILLING"
          | "PAYMENT.STRIPE_ERROR" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.CONFLICT"
          | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/businesses/{businessId}/subscription/portal": {
    /**
     * Open the billing portal, with the card and the invoices.
     *
     * Needs OWNER on the tenant: owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "businessId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["OpenBillingPortal"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["BillingPortal"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "BUSINESS.NOT_FOUND" | "BUSINESS.NO_SUBSCRIPTION"
          | "BUSINESS.NO_BILLING" | "PAYMENT.STRIPE_ERROR" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/promo-codes": {
    /**
     * Create a promo code.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["CreatePromoCode"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["PromoCode"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "PROMO_CODE.CODE_TAKEN"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Promo codes of a store.
     *
     * Needs READ on the tenant: viewer, member, admin or owner.
     */
    get: {
      parameters: {
        query?: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
          /** Ids, separated by commas or as a JSON array; at most 100. */
          ids?: string | undefined;
          /** Finds records by the beginnings of words. */
          query?: string | undefined;
          /** Only records of this status. */
          status?: ("active" | "archived") | undefined;
        };
        path: Pick<Slots, "storeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["PromoCodePage"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/promo-codes/{promoCodeId}": {
    /**
     * One promo code, with how often it was used.
     *
     * Needs READ on the tenant: viewer, member, admin or owner.
     */
    get: {
      parameters: {
        path: Pick<Slots, "storeId" | "promoCodeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["PromoCode"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Change or archive a promo code.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    put: {
      parameters: {
        path: Pick<Slots, "storeId" | "promoCodeId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["UpdatePromoCode"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["PromoCode"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "PROMO_CODE.CODE_TAKEN" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Delete a promo code.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    delete: {
      parameters: {
        path: Pick<Slots, "storeId" | "promoCodeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Deleted"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.CONFLICT" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/storefront/{storeId}/carts/current": {
    /**
     * The visitor's current cart, or a new one.
     *
     * It includes the cart from before the visitor proved an address. With a recovery `token`, it includes the
     * visitor's own cart of that link, or the lines of another visitor's.
     *
     * Needs a contact session of the store.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["OpenCurrentCart"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["Cart"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND"
          | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/storefront/{storeId}/carts/{cartId}": {
    /**
     * One cart of the visitor, or one that a recovery token opens.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     */
    get: {
      parameters: {
        query?: {
          /** The token of the link that opens the cart. */
          token?: string | undefined;
        };
        path: Pick<Slots, "storeId" | "cartId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Cart"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Change a cart; `items` replaces all lines.
     *
     * Needs a contact session of the store.
     */
    put: {
      parameters: {
        path: Pick<Slots, "storeId" | "cartId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["UpdateCart"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["Cart"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "ORDER.INVALID_STATUS" | "ORDER.NOT_FOUND"
          | "PRODUCT.NOT_FOUND" | "RESERVATION.FAILED_CREATE" | "PAYMENT.STRIPE_ERROR" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/storefront/{storeId}/carts/{cartId}/items": {
    /**
     * Add an item to a cart.
     *
     * Needs a contact session of the store.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId" | "cartId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["AddItem"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["Cart"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "ORDER.INVALID_STATUS" | "ORDER.NOT_FOUND"
          | "PRODUCT.NOT_FOUND" | "RESERVATION.FAILED_CREATE" | "PAYMENT.STRIPE_ERROR" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/storefront/{storeId}/carts/{cartId}/items/remove": {
    /**
     * Remove a line from a cart.
     *
     * Needs a contact session of the store.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId" | "cartId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["RemoveItem"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["Cart"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "ORDER.INVALID_STATUS" | "ORDER.NOT_FOUND"
          | "PRODUCT.NOT_FOUND" | "RESERVATION.FAILED_CREATE" | "PAYMENT.STRIPE_ERROR" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/storefront/{storeId}/carts/{cartId}/clear": {
    /**
     * Empty a cart.
     *
     * Needs a contact session of the store.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId" | "cartId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Cart"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "ORDER.INVALID_STATUS" | "ORDER.NOT_FOUND" | "PRODUCT.NOT_FOUND"
          | "RESERVATION.FAILED_CREATE" | "PAYMENT.STRIPE_ERROR" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND"
          | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/storefront/{storeId}/carts/{cartId}/quote": {
    /**
     * Price a cart, and check which lines can be bought.
     *
     * A line that cannot be bought has a reason, and the quote still succeeds. A promo code that does not apply is an
     * error.
     *
     * Needs a contact session of the store.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId" | "cartId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["QuoteCart"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["CartQuote"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "PAYMENT.PROMO_CODE_INVALID"
          | "PAYMENT.PROMO_CODE_LIMIT_REACHED" | "PAYMENT.METHOD_UNKNOWN" | "PAYMENT.NO_PROVIDER"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/storefront/{storeId}/carts/{cartId}/checkout": {
    /**
     * Order the items of a cart, and pay if there is something to pay.
     *
     * Goods and appointments become one order, all or none. If a price changed since the cart showed it, the checkout
     * is refused with PAYMENT.INVALID_AMOUNT and the line's id. Another checkout of the same cart returns the same
     * order with 200, and opens a new payment page if the last one ended.
     *
     * Needs a contact session of the store.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId" | "cartId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["CheckoutCart"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["CheckoutResult"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "PRODUCT.INSUFFICIENT_STOCK" | "ORDER.FAILED_CREATE"
          | "ORDER.NOT_FOUND" | "ORDER.PAYMENT_FAILED" | "RESERVATION.OUTSIDE_WORKING_HOURS"
          | "RESERVATION.INVALID_TIME_RANGE" | "PAYMENT.INVALID_AMOUNT" | "PAYMENT.STRIPE_ERROR"
          | "PAYMENT.PROMO_CODE_INVALID" | "PAYMENT.PROMO_CODE_LIMIT_REACHED" | "PAYMENT.METHOD_UNKNOWN"
          | "PAYMENT.NO_PROVIDER" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT"
          | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "RESERVATION.TIME_SLOT_NOT_AVAILABLE" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.TOO_MANY_REQUESTS" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/carts": {
    /**
     * Carts of a store.
     *
     * Needs READ on the tenant: viewer, member, admin or owner.
     */
    get: {
      parameters: {
        query?: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
          /** Only carts of this contact. */
          contact_id?: string | undefined;
          /** Only records of any of these statuses, separated by commas or as a JSON array. */
          statuses?: string | undefined;
          /** Only records of this status. */
          status?: ("active" | "abandoned" | "converted" | "expired") | undefined;
          /** Only carts that were begun so: `storefront` or `operator`. */
          origins?: string | undefined;
          /** `true` shows only carts that have lines. */
          has_items?: boolean | undefined;
        };
        path: Pick<Slots, "storeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["CartPage"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Create a cart for a customer.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["CreateCart"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["StaffCart"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "PRODUCT.NOT_FOUND" | "RESERVATION.FAILED_CREATE"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT"
          | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/carts/{cartId}": {
    /**
     * One cart of a store.
     *
     * Needs READ on the tenant: viewer, member, admin or owner.
     */
    get: {
      parameters: {
        path: Pick<Slots, "storeId" | "cartId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["StaffCart"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Change a customer's cart; `items` replaces all lines.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    put: {
      parameters: {
        path: Pick<Slots, "storeId" | "cartId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["UpdateCart"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["StaffCart"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "ORDER.INVALID_STATUS" | "ORDER.NOT_FOUND"
          | "PRODUCT.NOT_FOUND" | "RESERVATION.FAILED_CREATE" | "PAYMENT.STRIPE_ERROR" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/carts/{cartId}/items": {
    /**
     * Add an item to a customer's cart, with an optional price.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId" | "cartId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["AddItem"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["StaffCart"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "ORDER.INVALID_STATUS" | "ORDER.NOT_FOUND"
          | "PRODUCT.NOT_FOUND" | "RESERVATION.FAILED_CREATE" | "PAYMENT.STRIPE_ERROR" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/carts/{cartId}/items/remove": {
    /**
     * Remove a line from a customer's cart.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId" | "cartId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["RemoveItem"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["StaffCart"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "ORDER.INVALID_STATUS" | "ORDER.NOT_FOUND"
          | "PRODUCT.NOT_FOUND" | "RESERVATION.FAILED_CREATE" | "PAYMENT.STRIPE_ERROR" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/carts/{cartId}/clear": {
    /**
     * Empty a customer's cart.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId" | "cartId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["StaffCart"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "ORDER.INVALID_STATUS" | "ORDER.NOT_FOUND" | "PRODUCT.NOT_FOUND"
          | "RESERVATION.FAILED_CREATE" | "PAYMENT.STRIPE_ERROR" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/carts/{cartId}/quote": {
    /**
     * Price a cart, and check which lines can be bought.
     *
     * A line that cannot be bought has a reason, and the quote still succeeds. A promo code that does not apply is an
     * error.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId" | "cartId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["QuoteCart"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["CartQuote"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "PAYMENT.PROMO_CODE_INVALID"
          | "PAYMENT.PROMO_CODE_LIMIT_REACHED" | "PAYMENT.METHOD_UNKNOWN" | "PAYMENT.NO_PROVIDER"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT"
          | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/carts/{cartId}/checkout": {
    /**
     * Order the items of a cart, and pay if there is something to pay.
     *
     * Goods and appointments become one order, all or none. If a price changed since the cart showed it, the checkout
     * is refused with PAYMENT.INVALID_AMOUNT and the line's id. Another checkout of the same cart returns the same
     * order with 200, and opens a new payment page if the last one ended.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId" | "cartId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["CheckoutCart"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["CheckoutResult"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "PRODUCT.INSUFFICIENT_STOCK" | "ORDER.FAILED_CREATE"
          | "ORDER.NOT_FOUND" | "ORDER.PAYMENT_FAILED" | "RESERVATION.OUTSIDE_WORKING_HOURS"
          | "RESERVATION.INVALID_TIME_RANGE" | "PAYMENT.INVALID_AMOUNT" | "PAYMENT.STRIPE_ERROR"
          | "PAYMENT.PROMO_CODE_INVALID" | "PAYMENT.PROMO_CODE_LIMIT_REACHED" | "PAYMENT.METHOD_UNKNOWN"
          | "PAYMENT.NO_PROVIDER" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "RESERVATION.TIME_SLOT_NOT_AVAILABLE"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.TOO_MANY_REQUESTS" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/orders": {
    /**
     * Orders of a store.
     *
     * Needs READ on the tenant: viewer, member, admin or owner.
     */
    get: {
      parameters: {
        query?: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
          /** Finds records by the beginnings of words. */
          query?: string | undefined;
          /** The field by which the list is sorted. */
          sort_field?: ("created_at" | "updated_at" | "key" | "total") | undefined;
          /** The direction of the sorting. */
          sort_direction?: ("asc" | "desc") | undefined;
          /** Earliest creation: Unix seconds or an ISO 8601 date. */
          created_at_from?: string | undefined;
          /** Latest creation: Unix seconds or an ISO 8601 date, whose day counts whole. */
          created_at_to?: string | undefined;
          /** Only orders of this contact. */
          contact_id?: string | undefined;
          /** Only records of this status. */
          status?: (
            | "pending" | "confirmed" | "partially_cancelled" | "cancelled" | "completed"
          ) | undefined;
          /** Only records of any of these statuses, separated by commas or as a JSON array. */
          statuses?: string | undefined;
          /** Only orders with an item of any of these statuses. */
          item_statuses?: string | undefined;
          /** Only orders with one of these products. */
          product_ids?: string | undefined;
          /** Only orders with some of this left to do; `none` for those with nothing. */
          to_do?: string | undefined;
          /** Only orders whose payment is as far as one of these. */
          payment_statuses?: string | undefined;
          /** Only orders whose goods are as far as one of these. */
          fulfillment_statuses?: string | undefined;
          /** Only orders of one of these markets, by key. */
          markets?: string | undefined;
          /** Only orders of this customer. */
          customer_id?: string | undefined;
          /** Only orders that have all of these tags, in any case. */
          tags?: string | undefined;
          /** Only orders that came in by one of these ways. */
          channels?: string | undefined;
          /** Only orders with an appointment for one of these services. */
          service_ids?: string | undefined;
          /** Only orders with an appointment at one of these providers. */
          provider_ids?: string | undefined;
          /** Only orders in this currency. What compares totals needs it. */
          currency?: string | undefined;
          /** Only orders that come to at least this, in the smallest unit of `currency`. */
          total_from?: number | undefined;
          /** Only orders that come to at most this, in the smallest unit of `currency`. */
          total_to?: number | undefined;
          /** `true` adds the number of all orders that are asked for to the first page. */
          count?: boolean | undefined;
        };
        path: Pick<Slots, "storeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["OrderPage"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Create an order for a customer.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["CreateOrder"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["CheckoutResult"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "PRODUCT.INSUFFICIENT_STOCK" | "ORDER.FAILED_CREATE"
          | "ORDER.NOT_FOUND" | "ORDER.PAYMENT_FAILED" | "RESERVATION.OUTSIDE_WORKING_HOURS"
          | "RESERVATION.INVALID_TIME_RANGE" | "PAYMENT.INVALID_AMOUNT" | "PAYMENT.STRIPE_ERROR"
          | "PAYMENT.PROMO_CODE_INVALID" | "PAYMENT.PROMO_CODE_LIMIT_REACHED" | "PAYMENT.METHOD_UNKNOWN"
          | "PAYMENT.NO_PROVIDER" | "PRODUCT.NOT_FOUND" | "RESERVATION.FAILED_CREATE" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED"
          | "RESERVATION.TIME_SLOT_NOT_AVAILABLE" | "CONTACT.MERGED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/orders/bulk": {
    /**
     * Send or tag many orders.
     *
     * Each order is a change of its own, and a refusal does not stop the others. After 20 seconds the rest is
     * `NOT_REACHED`: send it again.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["ChangeOrders"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["OrdersChanged"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/orders/slips": {
    /**
     * What is left to send of some orders: packing slips and a list to fetch.
     *
     * Needs READ on the tenant: viewer, member, admin or owner.
     */
    get: {
      parameters: {
        query: {
          /** Ids, separated by commas or as a JSON array; at most 100. */
          ids: string;
        };
        path: Pick<Slots, "storeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["PackingSlips"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/orders/quote": {
    /**
     * Price items without a cart.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["QuoteOrder"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["CartQuote"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "PAYMENT.PROMO_CODE_INVALID"
          | "PAYMENT.PROMO_CODE_LIMIT_REACHED" | "PAYMENT.METHOD_UNKNOWN" | "PAYMENT.NO_PROVIDER"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/orders/{orderId}": {
    /**
     * One order.
     *
     * Needs READ on the tenant: viewer, member, admin or owner.
     */
    get: {
      parameters: {
        path: Pick<Slots, "storeId" | "orderId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Order"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "ORDER.NOT_FOUND" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Change an order: confirm, cancel, record cash, correct addresses.
     *
     * `cancel_quantity` is the total cancelled quantity of a line, so a retry cancels nothing twice. An old `version`
     * is a 409. A cancellation that gives money back needs ADMIN, or `refund: "policy"`.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    put: {
      parameters: {
        path: Pick<Slots, "storeId" | "orderId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["UpdateOrder"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["Order"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "ORDER.NOT_FOUND" | "ORDER.INVALID_STATUS"
          | "PAYMENT.INVALID_AMOUNT" | "PAYMENT.STRIPE_ERROR" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/orders/{orderId}/tags": {
    /**
     * Set the tags of an order.
     *
     * They stand beside the order: its `version` stays, and no mail goes out.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    put: {
      parameters: {
        path: Pick<Slots, "storeId" | "orderId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["TagOrder"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["Order"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "ORDER.NOT_FOUND" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/orders/{orderId}/notes": {
    /**
     * Write a note about an order, for staff alone.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId" | "orderId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["AddOrderNote"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["Order"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "ORDER.NOT_FOUND" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/orders/{orderId}/notes/{noteId}": {
    /**
     * Delete a note: your own, or with ADMIN any.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    delete: {
      parameters: {
        path: Pick<Slots, "storeId" | "orderId" | "noteId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Deleted"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "ORDER.NOT_FOUND" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/orders/{orderId}/mails": {
    /**
     * Send the buyer a mail of an order again.
     *
     * It says what is so now. Five an hour go to a mailbox.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId" | "orderId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["MailOrder"] } };
      responses: {
        202: { content: { "application/json": components["schemas"]["OrderMailed"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "ORDER.NOT_FOUND" | "ORDER.INVALID_STATUS"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT"
          | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.TOO_MANY_REQUESTS"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/orders/{orderId}/payment": {
    /**
     * How an order is paid, and the payment page that its buyer can still use.
     *
     * Needs READ on the tenant: viewer, member, admin or owner.
     */
    get: {
      parameters: {
        path: Pick<Slots, "storeId" | "orderId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["CheckoutResult"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "ORDER.NOT_FOUND" | "PAYMENT.STRIPE_ERROR" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/orders/{orderId}/refund": {
    /**
     * Refund an amount, lines, shipping, or the rest.
     *
     * Without `amount`, `lines` and `shipping`, the rest is refunded. It needs ADMIN. With `refund: "policy"` it needs
     * WRITE, and gives back no more than the buyer's own cancellation would now.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     *
     * The same is at `POST /v1/stores/{storeId}/orders/{orderId}/refunds`.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId" | "orderId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["RefundOrder"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["RefundResult"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "ORDER.NOT_FOUND" | "ORDER.INVALID_STATUS"
          | "PAYMENT.INVALID_AMOUNT" | "PAYMENT.STRIPE_ERROR" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/orders/{orderId}/fulfil": {
    /**
     * Record goods that were sent without a bought label.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId" | "orderId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["FulfilOrder"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["Order"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "ORDER.NOT_FOUND" | "ORDER.INVALID_STATUS"
          | "PAYMENT.INVALID_AMOUNT" | "PAYMENT.STRIPE_ERROR" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/orders/{orderId}/returns": {
    /**
     * Request a return for a customer.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId" | "orderId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["AskReturn"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["Order"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "ORDER.NOT_FOUND" | "ORDER.INVALID_STATUS"
          | "PAYMENT.INVALID_AMOUNT" | "PAYMENT.STRIPE_ERROR" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/orders/{orderId}/returns/{returnId}": {
    /**
     * Record that a return arrived, or refuse it.
     *
     * `refund: true` gives its money back, which needs ADMIN.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    put: {
      parameters: {
        path: Pick<Slots, "storeId" | "orderId" | "returnId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["DecideReturn"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["Order"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "ORDER.NOT_FOUND" | "ORDER.INVALID_STATUS"
          | "PAYMENT.INVALID_AMOUNT" | "PAYMENT.STRIPE_ERROR" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/storefront/{storeId}/orders": {
    /**
     * The visitor's own orders.
     *
     * Needs a contact session of the store.
     */
    get: {
      parameters: {
        query?: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
          /** Only records of this status. */
          status?: (
            | "pending" | "confirmed" | "partially_cancelled" | "cancelled" | "completed"
          ) | undefined;
          /** Only records of any of these statuses, separated by commas or as a JSON array. */
          statuses?: string | undefined;
        };
        path: Pick<Slots, "storeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["BuyerOrderPage"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/storefront/{storeId}/orders/{orderId}": {
    /**
     * One order of the visitor.
     *
     * Needs a contact session of the store.
     */
    get: {
      parameters: {
        path: Pick<Slots, "storeId" | "orderId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["BuyerOrder"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "ORDER.NOT_FOUND" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/storefront/{storeId}/orders/{orderId}/payment": {
    /**
     * The payment page of the visitor's order.
     *
     * Needs a contact session of the store.
     */
    get: {
      parameters: {
        path: Pick<Slots, "storeId" | "orderId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["CheckoutResult"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "ORDER.NOT_FOUND" | "PAYMENT.STRIPE_ERROR" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/storefront/{storeId}/orders/{orderId}/returns": {
    /**
     * Request a return.
     *
     * Needs a contact session of the store.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId" | "orderId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["AskReturn"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["BuyerOrder"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "ORDER.NOT_FOUND" | "ORDER.INVALID_STATUS"
          | "PAYMENT.INVALID_AMOUNT" | "PAYMENT.STRIPE_ERROR" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND"
          | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/order-pages/{orderToken}": {
    /**
     * The order page that the mails link to; it needs no account.
     *
     * Open to all callers. Credentials are ignored.
     */
    get: {
      parameters: {
        path: Pick<Slots, "orderToken">;
      };
      responses: {
        200: { content: { "text/html": string } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Cancel an order on its page, before anything was sent.
     *
     * Open to all callers. Credentials are ignored.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "orderToken">;
      };
      responses: {
        200: { content: { "text/html": string } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "ORDER.INVALID_STATUS" | "PAYMENT.STRIPE_ERROR" | "GENERAL.NOT_FOUND"
          | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/reservation-pages/{reservationToken}": {
    /**
     * The reservation page that the mails link to; it needs no account.
     *
     * Open to all callers. Credentials are ignored.
     */
    get: {
      parameters: {
        path: Pick<Slots, "reservationToken">;
      };
      responses: {
        200: { content: { "text/html": string } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Cancel or move a reservation on its page, before it begins.
     *
     * Open to all callers. Credentials are ignored.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "reservationToken">;
      };
      responses: {
        200: { content: { "text/html": string } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "RESERVATION.NOT_FOUND" | "RESERVATION.FAILED_CREATE"
          | "PAYMENT.STRIPE_ERROR" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT"
          | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "RESERVATION.INVALID_STATUS" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.TOO_MANY_REQUESTS" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/orders/{orderId}/shipping/rates": {
    /**
     * Shipping rates for an order.
     *
     * The default addresses are those of the order and the location. The default provider is the store's only one.
     * Rates can be bought for seven days.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId" | "orderId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["QuoteRates"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["ShippingRates"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "ORDER.NOT_FOUND" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/orders/{orderId}/ship": {
    /**
     * Buy the label of a rate, and ship goods with it.
     *
     * A rate is bought once. The same rate with the same lines returns the same shipment again.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId" | "orderId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["ShipOrder"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["OrderShipped"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "ORDER.NOT_FOUND" | "ORDER.INVALID_STATUS"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT"
          | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/orders/{orderId}/shipments": {
    /**
     * Send a parcel: buy the label of a rate, or record goods that were sent without one.
     *
     * With a `rate_id` it is `ship` and answers 201; the rate says carrier and service. Without one it is `fulfil` and
     * answers 200. `shipment_id` is your name of the parcel: sent again with the same body, it is the same parcel.
     * With another body it is a 409.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId" | "orderId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["SendParcel"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["ParcelSent"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "ORDER.NOT_FOUND" | "ORDER.INVALID_STATUS"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT"
          | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/orders/{orderId}/shipments/{shipmentId}": {
    /**
     * Record the state of a parcel by hand.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    put: {
      parameters: {
        path: Pick<Slots, "storeId" | "orderId" | "shipmentId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["UpdateShipment"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["OrderShipped"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "ORDER.NOT_FOUND" | "ORDER.INVALID_STATUS"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/orders/{orderId}/shipments/{shipmentId}/refund": {
    /**
     * Refund an unused label.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId" | "orderId" | "shipmentId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["OrderShipped"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "ORDER.NOT_FOUND" | "ORDER.INVALID_STATUS" | "GENERAL.BAD_REQUEST"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT"
          | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/shipping-providers": {
    /**
     * Shipping providers of a store.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    get: {
      parameters: {
        path: Pick<Slots, "storeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["ShippingProviderList"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Connect a shipping provider.
     *
     * The API checks the token with the provider, stores it sealed and never shows it.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["CreateShippingProvider"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["ShippingProvider"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/shipping-providers/{shippingProviderId}": {
    /**
     * Disconnect a shipping provider.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    delete: {
      parameters: {
        path: Pick<Slots, "storeId" | "shippingProviderId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Deleted"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.CONFLICT" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/shipping/{provider}/webhook/{callbackToken}": {
    /**
     * Callback of a shipping provider about a parcel.
     *
     * Open to all callers. Credentials are ignored.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "provider" | "callbackToken">;
      };
      responses: {
        200: { content: { "application/json": {
          /** Always true: the callback was taken. */
          received: true;
        } } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT"
          | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/labels/{labelToken}": {
    /**
     * A bought label as PDF.
     *
     * Open to all callers. Credentials are ignored.
     */
    get: {
      parameters: {
        path: Pick<Slots, "labelToken">;
      };
      responses: {
        200: { content: { "application/pdf": string } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/markets": {
    /**
     * Create a market: a currency with tax, payment and shipping methods.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["CreateMarket"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["Market"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "MARKET.KEY_TAKEN"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Markets of a store.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     *
     * The same is at `GET /v1/storefront/{storeId}/markets`.
     */
    get: {
      parameters: {
        path: Pick<Slots, "storeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["MarketList"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/markets/{marketId}": {
    /**
     * One market, by id or key.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     *
     * The same is at `GET /v1/storefront/{storeId}/markets/{marketId}`.
     */
    get: {
      parameters: {
        path: Pick<Slots, "storeId" | "marketId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Market"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Change a market.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    put: {
      parameters: {
        path: Pick<Slots, "storeId" | "marketId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["UpdateMarket"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["Market"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "MARKET.KEY_TAKEN" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Delete a market.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    delete: {
      parameters: {
        path: Pick<Slots, "storeId" | "marketId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Deleted"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "MARKET.LAST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/support/agents": {
    /**
     * Create a support agent.
     *
     * The whole graph is checked. A 400 names every fault by its path.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["CreateAgent"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["Agent"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "SUPPORT_AGENT.KEY_TAKEN"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Support agents of a store.
     *
     * Needs READ on the tenant: viewer, member, admin or owner.
     */
    get: {
      parameters: {
        query?: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
          /** Finds records by the beginnings of words. */
          query?: string | undefined;
          /** The field by which the list is sorted. */
          sort_field?: ("created_at" | "updated_at" | "key") | undefined;
          /** The direction of the sorting. */
          sort_direction?: ("asc" | "desc") | undefined;
          /** Earliest creation: Unix seconds or an ISO 8601 date. */
          created_at_from?: string | undefined;
          /** Latest creation: Unix seconds or an ISO 8601 date, whose day counts whole. */
          created_at_to?: string | undefined;
          /** Finds one record by its key; the last segment of the path is not read then. */
          key?: string | undefined;
          /** Ids, separated by commas or as a JSON array; at most 100. */
          ids?: string | undefined;
          /** Only records of this status. */
          status?: ("draft" | "active" | "archived") | undefined;
        };
        path: Pick<Slots, "storeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["AgentPage"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/support/agents/{agentId}": {
    /**
     * One support agent, by id or by key.
     *
     * Needs READ on the tenant: viewer, member, admin or owner.
     */
    get: {
      parameters: {
        path: Pick<Slots, "storeId" | "agentId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Agent"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Change a support agent.
     *
     * Open conversations continue with the changed agent.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    put: {
      parameters: {
        path: Pick<Slots, "storeId" | "agentId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["UpdateAgent"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["Agent"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "SUPPORT_AGENT.KEY_TAKEN" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Delete a support agent.
     *
     * The next message in its conversations goes to staff.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    delete: {
      parameters: {
        path: Pick<Slots, "storeId" | "agentId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Deleted"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.CONFLICT" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/storefront/{storeId}/support/conversations": {
    /**
     * Begin a conversation as a visitor.
     *
     * Send the `support_token` of the answer as `X-Support-Token` to continue it.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["StartConversation"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["ConversationStarted"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND"
          | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.TOO_MANY_REQUESTS" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/storefront/{storeId}/support/conversations/{conversationId}/messages": {
    /**
     * Send a message as the visitor.
     *
     * Needs the support token or the contact session that began the conversation.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId" | "conversationId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["SendMessage"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["ConversationUpdate"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND"
          | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.TOO_MANY_REQUESTS" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/storefront/{storeId}/support/conversations/{conversationId}": {
    /**
     * Read a conversation as the visitor.
     *
     * `after_id` returns only newer messages. `poll_after_ms` says when to ask again.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     */
    get: {
      parameters: {
        query?: {
          /** Id of the last message that the caller has. */
          after_id?: string | undefined;
          /** Time of the last message that the caller has, Unix seconds. */
          after_created_at?: string | undefined;
          /** Messages of a reply. */
          message_limit?: number | undefined;
        };
        path: Pick<Slots, "storeId" | "conversationId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["ConversationMessages"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/support/conversations": {
    /**
     * Conversations of a store, newest change first.
     *
     * Needs READ on the tenant: viewer, member, admin or owner.
     */
    get: {
      parameters: {
        query?: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
          /** Only records of this status. */
          status?: ("active" | "ai_mode" | "escalated" | "resolved") | undefined;
          /** Only conversations in one of these statuses. */
          statuses?: string | undefined;
          /** Whether the visitor waits for an answer of staff: what a bot answers does not count. */
          waiting?: boolean | undefined;
          /** Only conversations of this agent. */
          agent_id?: string | undefined;
          /** Only conversations that this member takes care of. */
          assigned_account_id?: string | undefined;
          /** Finds records by the beginnings of words. */
          query?: string | undefined;
        };
        path: Pick<Slots, "storeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["ConversationPage"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/support/conversations/{conversationId}": {
    /**
     * Read a conversation as staff.
     *
     * Needs READ on the tenant: viewer, member, admin or owner.
     */
    get: {
      parameters: {
        query?: {
          /** Id of the last message that the caller has. */
          after_id?: string | undefined;
          /** Time of the last message that the caller has, Unix seconds. */
          after_created_at?: string | undefined;
          /** Messages of a reply. */
          message_limit?: number | undefined;
        };
        path: Pick<Slots, "storeId" | "conversationId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["ConversationMessages"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/support/conversations/{conversationId}/reply": {
    /**
     * Answer a visitor.
     *
     * After that, bot and AI stay silent in this conversation.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId" | "conversationId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["ReplyMessage"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["ConversationUpdate"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "CONVERSATION.INVALID_STATUS"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/support/conversations/{conversationId}/assign": {
    /**
     * Assign a conversation to a member of the store, or unassign it.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId" | "conversationId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["AssignConversation"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["Conversation"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/support/conversations/{conversationId}/resolve": {
    /**
     * End a conversation.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId" | "conversationId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Conversation"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/today": {
    /**
     * What a store has to do today.
     *
     * Each count is that of the list behind it, a few seconds old. Appointments are parts of reservations. While
     * `complete` is false, an older store is still being counted.
     *
     * Needs READ on the tenant: viewer, member, admin or owner.
     */
    get: {
      parameters: {
        path: Pick<Slots, "storeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Today"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/setup": {
    /**
     * What of a new store is set up.
     *
     * Each is told from the store's records: true, false, or null where it does not apply.
     *
     * Needs READ on the tenant: viewer, member, admin or owner.
     */
    get: {
      parameters: {
        path: Pick<Slots, "storeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Setup"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/figures/today": {
    /**
     * Sales of today, beside yesterday as far, and of the last days.
     *
     * Needs READ on the tenant: viewer, member, admin or owner.
     */
    get: {
      parameters: {
        path: Pick<Slots, "storeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["FiguresToday"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/figures/status": {
    /**
     * How far a store's figures are.
     *
     * Needs READ on the tenant: viewer, member, admin or owner.
     */
    get: {
      parameters: {
        path: Pick<Slots, "storeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["FiguresStatus"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/figures/recounts": {
    /**
     * Reckon a store's figures anew and compare.
     *
     * It begins after a minute and walks through all records. With `repair`, what it finds is read from then on if it
     * differs. A difference rings an alarm.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["StartRecount"] } };
      responses: {
        202: { content: { "application/json": components["schemas"]["Recount"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/figures/recounts/{recountId}": {
    /**
     * How far a recount is, and what differs.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    get: {
      parameters: {
        path: Pick<Slots, "storeId" | "recountId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Recount"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/figures/{family}": {
    /**
     * Figures of a store by day, market and currency.
     *
     * `family` is `sales`, `funnel`, `appointments`, `chats`, `newsletters`, `forms`, `social` or `webhooks`, of which
     * the last is for ADMIN. A figure counts on the day on which it happened: a sale when it was certain, a refund
     * when its money had gone back. A day that is over does not change. There is no sum over currencies.
     *
     * Needs READ on the tenant: viewer, member, admin or owner.
     */
    get: {
      parameters: {
        query?: {
          /** Days up to today, such as `30d` or `month`; `yesterday` and `last_…` are over. */
          range?: (
            | "today" | "yesterday" | "7d" | "30d" | "90d" | "week" | "month" | "quarter" | "year" | "last_month"
            | "last_year"
          ) | undefined;
          /** First day of the store's clocks. `to` is needed too. */
          from?: string | undefined;
          /** Last day, inclusive. Days to come are cut off. */
          to?: string | undefined;
          /** `hour` of one day, `day` of up to 400, `week` or `month` of up to 60 months, or `total`. */
          by?: ("hour" | "day" | "week" | "month" | "total") | undefined;
          /** What it is compared with: as many days before, the same days a year before, or nothing. */
          compare?: ("before" | "year_before" | "none") | undefined;
          /** Only this market, by key. */
          market?: string | undefined;
          /** Only this currency. */
          currency?: string | undefined;
          /** Trials: `auto` shows them until the store takes money by card. */
          test?: ("auto" | "exclude" | "include" | "only") | undefined;
          /** What the family is told apart by. `by` has no effect then. */
          split?: (
            | "product" | "variant" | "service" | "provider" | "promo_code" | "country" | "source" | "channel"
            | "payment_method" | "agent" | "assignee" | "edition" | "form" | "account" | "publication" | "webhook"
          ) | undefined;
          /** Measure that rows of a split are sorted by, the largest first. */
          sort?: string | undefined;
          /** Rows of a split, 1 to 100. */
          limit?: number | undefined;
          /** `csv` answers a file: a line for each point or row, amounts as decimals. */
          format?: ("json" | "csv") | undefined;
        };
        path: Pick<Slots, "storeId" | "family">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Figures"]; "text/csv": string } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/locations": {
    /**
     * Create a location, which has stock or is a pickup point.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["CreateLocation"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["Location"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "LOCATION.TOO_MANY" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED"
          | "LOCATION.KEY_TAKEN" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Locations of a store.
     *
     * A new store has one, with the key `default`. Callers without READ see pickup locations alone.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     *
     * The same is at `GET /v1/storefront/{storeId}/locations`.
     */
    get: {
      parameters: {
        path: Pick<Slots, "storeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["LocationList"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/locations/{locationId}": {
    /**
     * One location, by id or key.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     *
     * The same is at `GET /v1/storefront/{storeId}/locations/{locationId}`.
     */
    get: {
      parameters: {
        path: Pick<Slots, "storeId" | "locationId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Location"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Change a location.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    put: {
      parameters: {
        path: Pick<Slots, "storeId" | "locationId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["UpdateLocation"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["Location"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "LOCATION.KEY_TAKEN" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Delete a location that holds no stock.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    delete: {
      parameters: {
        path: Pick<Slots, "storeId" | "locationId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Deleted"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "LOCATION.LAST" | "LOCATION.HOLDS_STOCK" | "LOCATION.LAST_LEVEL"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/products": {
    /**
     * Create a product with its variants, prices and first stock.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["CreateProduct"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["Product"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "PRODUCT.FAILED_CREATE" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.FORBIDDEN" | "BUSINESS.PLAN_LIMIT" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT"
          | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Products of a store.
     *
     * `price_from` and `price_to` are minor units, in the given `market` or in any. `in_stock` keeps products with a
     * variant that can be bought. `match_all=false` keeps products with any of the taxonomies.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     *
     * The same is at `GET /v1/storefront/{storeId}/products`.
     */
    get: {
      parameters: {
        query?: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
          /** Finds records by the beginnings of words. */
          query?: string | undefined;
          /** The field by which the list is sorted. */
          sort_field?: ("created_at" | "updated_at" | "key") | undefined;
          /** The direction of the sorting. */
          sort_direction?: ("asc" | "desc") | undefined;
          /** Earliest creation: Unix seconds or an ISO 8601 date. */
          created_at_from?: string | undefined;
          /** Latest creation: Unix seconds or an ISO 8601 date, whose day counts whole. */
          created_at_to?: string | undefined;
          /** Finds one record by its key; the last segment of the path is not read then. */
          key?: string | undefined;
          /** Ids, separated by commas or as a JSON array; at most 100. */
          ids?: string | undefined;
          /** Only records of this status. */
          status?: ("draft" | "active" | "archived") | undefined;
          /** Only records of any of these statuses, separated by commas or as a JSON array. */
          statuses?: string | undefined;
          /** Only records filed there: ids, or JSON with `taxonomy_id` and `fields`. */
          taxonomies?: string | undefined;
          /** `true` shows records for which all filters hold, otherwise those for which any does. */
          match_all?: boolean | undefined;
          /** Lowest price in the currency's smallest unit, such as cents. */
          price_from?: number | undefined;
          /** Highest price in the currency's smallest unit, such as cents. */
          price_to?: number | undefined;
          /** Key of the market whose prices count. */
          market?: string | undefined;
          /** `true` shows only what can be bought now. */
          in_stock?: boolean | undefined;
          /** `true` gives records in place of references such as `media:…` and `entry:…`. */
          hydrate?: boolean | undefined;
        };
        path: Pick<Slots, "storeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["ProductPage"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/products/{productId}": {
    /**
     * One product, by id, key or slug.
     *
     * Open to all callers. A caller with READ on the tenant also sees what is not published.
     *
     * The same is at `GET /v1/storefront/{storeId}/products/{productId}`.
     */
    get: {
      parameters: {
        query?: {
          /** Finds one record by its key; the last segment of the path is not read then. */
          key?: string | undefined;
          /** Finds one record by its slug; the last segment of the path is not read then. */
          slug?: string | undefined;
          /** The language of the slug. */
          locale?: string | undefined;
          /** `true` gives records in place of references such as `media:…` and `entry:…`. */
          hydrate?: boolean | undefined;
        };
        path: Pick<Slots, "storeId" | "productId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Product"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "PRODUCT.NOT_FOUND" | "GENERAL.UNAUTHENTICATED" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Change a product; a variant with an id is changed, one without is new, others stay.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    put: {
      parameters: {
        path: Pick<Slots, "storeId" | "productId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["UpdateProduct"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["Product"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "PRODUCT.FAILED_UPDATE" | "PRODUCT.NOT_FOUND"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Delete a product; its orders stay.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    delete: {
      parameters: {
        path: Pick<Slots, "storeId" | "productId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Deleted"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "PRODUCT.NOT_FOUND" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/products/{productId}/inventory": {
    /**
     * Change the stock of a variant at a location.
     *
     * `delta` adds. `available` sets; for an existing level it needs `expected`, the number that you saw. `counted:
     * false` stops counting the variant.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    put: {
      parameters: {
        path: Pick<Slots, "storeId" | "productId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["ChangeInventory"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["VariantStock"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "PRODUCT.NOT_FOUND" | "PRODUCT.INSUFFICIENT_STOCK"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/products/imports": {
    /**
     * Begin to import products from a file.
     *
     * Post the file with the form in `upload`, then start the import. JSON Lines have on each line what makes a
     * product, and `media_urls`; CSV has a row a variant, with the columns `key, status, name, sku, weight,
     * requires_shipping, tax_category_id, media_urls` and, by key, `price:<market>`, `compare_at:<market>`,
     * `stock:<location>`. Products are matched by key, variants by sku.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["CreateProductImport"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["ProductImportCreated"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/products/imports/{importId}/start": {
    /**
     * Start the import of the posted file.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId" | "importId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["ProductImport"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/products/imports/{importId}": {
    /**
     * Progress of an import, and the faults of its lines.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    get: {
      parameters: {
        path: Pick<Slots, "storeId" | "importId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["ProductImport"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/products/export": {
    /**
     * Products in the format of an import.
     *
     * A file that is too large for an answer is stored for 15 minutes, and a 303 redirects to it. An export stops
     * after 20 s. Send its header `x-next-cursor` as `cursor` to continue.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    get: {
      parameters: {
        query?: {
          /** The format of the file. */
          format?: ("jsonl" | "csv") | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
        };
        path: Pick<Slots, "storeId">;
      };
      responses: {
        200: { content: { "text/csv": string } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/social-accounts/capabilities": {
    /**
     * Limits and abilities of each social network.
     *
     * Needs READ on the tenant: viewer, member, admin or owner.
     */
    get: {
      parameters: {
        path: Pick<Slots, "storeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["SocialCapability"][] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/social-accounts": {
    /**
     * Connected social accounts.
     *
     * Needs READ on the tenant: viewer, member, admin or owner.
     */
    get: {
      parameters: {
        path: Pick<Slots, "storeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["SocialAccount"][] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/social-accounts/oauth/connect": {
    /**
     * Begin to connect a social account.
     *
     * Send the browser to `authorization_url`. It returns to `return_url` with `attempt_id` and `status`. The origin
     * of `return_url` must be one of the store's `origins`.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["ConnectSocialAccount"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["SocialConnectionStarted"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "SOCIAL.NOT_CONFIGURED" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/social-accounts/oauth/attempts/{attemptId}": {
    /**
     * State of connecting an account.
     *
     * Only for the person who began it.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    get: {
      parameters: {
        path: Pick<Slots, "storeId" | "attemptId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["SocialConnection"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "SOCIAL.ATTEMPT_NOT_FOUND" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/social-accounts/oauth/select-destination": {
    /**
     * Choose the destination to connect, if the sign-in has several.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["SelectSocialDestination"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["SocialConnection"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "SOCIAL.ATTEMPT_NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED"
          | "SOCIAL.ATTEMPT_EXPIRED" | "SOCIAL.ALREADY_SELECTED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/social-accounts/{socialAccountId}": {
    /**
     * Disconnect a social account.
     *
     * Its scheduled posts fail. A post in progress finishes first. Then its tokens are revoked at the network.
     *
     * Needs ADMIN on the tenant: admin or owner.
     */
    delete: {
      parameters: {
        path: Pick<Slots, "storeId" | "socialAccountId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Deleted"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.CONFLICT" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/social-publications": {
    /**
     * Publications of a store, newest first.
     *
     * Needs READ on the tenant: viewer, member, admin or owner.
     */
    get: {
      parameters: {
        query?: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
          /** Only records of this status. */
          status?: (
            | "draft" | "scheduled" | "publishing" | "published" | "failed" | "unknown" | "cancelled"
          ) | undefined;
          /** Only records of this account. */
          social_account_id?: string | undefined;
          /** Finds records by the beginnings of words. */
          query?: string | undefined;
        };
        path: Pick<Slots, "storeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["PublicationPage"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Create a publication: a draft, scheduled, or to be posted now.
     *
     * Without `scheduled_at` and `publish` it is a draft, and its content is not validated. Otherwise content that the
     * network would refuse is a 400.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["CreatePublication"] } };
      responses: {
        201: { content: { "application/json": components["schemas"]["PublicationResult"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "PUBLICATION.KEY_TAKEN"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/social-publications/validate": {
    /**
     * Validate content against a network's limits.
     *
     * Needs READ on the tenant: viewer, member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["ValidateContent"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["PublicationValidation"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/social-publications/{publicationId}": {
    /**
     * One publication.
     *
     * Needs READ on the tenant: viewer, member, admin or owner.
     */
    get: {
      parameters: {
        path: Pick<Slots, "storeId" | "publicationId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Publication"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Change a publication that is not being posted.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    put: {
      parameters: {
        path: Pick<Slots, "storeId" | "publicationId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["UpdatePublication"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["PublicationResult"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "PUBLICATION.INVALID_STATUS" | "PUBLICATION.KEY_TAKEN"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Delete a publication; the post stays on the network.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    delete: {
      parameters: {
        path: Pick<Slots, "storeId" | "publicationId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Deleted"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.CONFLICT" | "PUBLICATION.INVALID_STATUS" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/social-publications/{publicationId}/schedule": {
    /**
     * Schedule a publication.
     *
     * A time up to five minutes in the past means now. An earlier time, or more than 366 days ahead, is a 400.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId" | "publicationId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["SchedulePublication"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["PublicationResult"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "PUBLICATION.INVALID_STATUS"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/social-publications/{publicationId}/publish": {
    /**
     * Post a publication now.
     *
     * A publication with an unknown outcome needs `confirm_not_posted`. Look at the network first.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId" | "publicationId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["PublishNow"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["PublicationResult"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "PUBLICATION.INVALID_STATUS"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/social-publications/{publicationId}/cancel": {
    /**
     * Cancel a publication before it is sent to the network.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId" | "publicationId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["Publication"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "PUBLICATION.INVALID_STATUS"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/social-publications/{publicationId}/steps": {
    /**
     * Every call to the network for a publication.
     *
     * Needs READ on the tenant: viewer, member, admin or owner.
     */
    get: {
      parameters: {
        path: Pick<Slots, "storeId" | "publicationId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["PublicationStepList"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/social-publications/comments": {
    /**
     * Comments of all publications, newest first.
     *
     * Needs READ on the tenant: viewer, member, admin or owner.
     */
    get: {
      parameters: {
        query?: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
          /** Only records of this status. */
          status?: ("open" | "replied" | "hidden" | "deleted") | undefined;
          /** Only comments of this intent. */
          intent?: (
            | "lead" | "support" | "complaint" | "question" | "praise" | "spam" | "general"
          ) | undefined;
          /** Only comments of this priority. */
          priority?: ("urgent" | "high" | "normal" | "low") | undefined;
          /** Only comments of this publication. */
          publication_id?: string | undefined;
        };
        path: Pick<Slots, "storeId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["CommentPage"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/social-publications/{publicationId}/comments": {
    /**
     * Top-level comments of a publication, newest first.
     *
     * Needs READ on the tenant: viewer, member, admin or owner.
     */
    get: {
      parameters: {
        query?: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
        };
        path: Pick<Slots, "storeId" | "publicationId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["CommentPage"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/social-publications/{publicationId}/comments/{commentId}/thread": {
    /**
     * A comment and its replies, read from the network.
     *
     * Needs READ on the tenant: viewer, member, admin or owner.
     */
    get: {
      parameters: {
        query?: {
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
        };
        path: Pick<Slots, "storeId" | "publicationId" | "commentId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["CommentThread"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/social-publications/{publicationId}/comments/{commentId}/reply": {
    /**
     * Queue a reply to a comment; it is sent at most once.
     *
     * The same `reply_id` is sent only once.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId" | "publicationId" | "commentId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["ReplyToComment"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["CommentReply"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "SOCIAL.NOT_SUPPORTED" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED"
          | "COMMENT.REPLY_RUNNING" | "COMMENT.REPLY_ID_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/social-publications/{publicationId}/comments/{commentId}/hide": {
    /**
     * Hide a comment at its network, or show it again.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId" | "publicationId" | "commentId">;
      };
      requestBody: { content: { "application/json": components["schemas"]["HideComment"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["HiddenComment"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "SOCIAL.NOT_SUPPORTED" | "SOCIAL.NOT_CONFIGURED"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT"
          | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "SOCIAL.RECONNECT_REQUIRED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "SOCIAL.QUOTA" | "GENERAL.INTERNAL_SERVER" | "SOCIAL.NETWORK_ERROR" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/social-publications/engagement/sync": {
    /**
     * Read comments and metrics from the networks, within bounds.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["SyncEngagement"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["EngagementSyncResult"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "SOCIAL.NOT_CONFIGURED" | "GENERAL.UNAUTHENTICATED"
          | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/social-publications/comments/classify": {
    /**
     * Classify comments.
     *
     * Needs WRITE on the tenant: member, admin or owner.
     */
    post: {
      parameters: {
        header?: Intent;
        path: Pick<Slots, "storeId">;
      };
      requestBody?: { content: { "application/json": components["schemas"]["ClassifyComments"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["ClassifyResult"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN"
          | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/stores/{storeId}/social-publications/{publicationId}/metrics": {
    /**
     * The latest metrics of a publication.
     *
     * Needs READ on the tenant: viewer, member, admin or owner.
     */
    get: {
      parameters: {
        path: Pick<Slots, "storeId" | "publicationId">;
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["PublicationMetricsByDay"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.NOT_FOUND"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/social/oauth/{provider_type}/callback": {
    /**
     * The address to which a network sends the browser back: asks whether to connect the account.
     *
     * The page names the store and the network. The account is connected when the person agrees on this page, and not
     * before.
     *
     * Open to all callers. Credentials are ignored.
     */
    get: {
      parameters: {
        query?: {
          /** The state that the network gives back. */
          state?: string | undefined;
          /** The code that the network gives. */
          code?: string | undefined;
          /** Why the network refused, by its code. */
          error?: string | undefined;
        };
        path: Pick<Slots, "provider_type">;
      };
      responses: {
        200: { content: { "text/html": string } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Connect the account, or cancel.
     *
     * The page of this address sends it. The browser then goes on to the return url.
     *
     * Open to all callers. Credentials are ignored.
     */
    post: {
      parameters: {
        query?: {
          /** The state that the network gives back. */
          state?: string | undefined;
          /** The code that the network gives. */
          code?: string | undefined;
          /** Why the network refused, by its code. */
          error?: string | undefined;
        };
        header?: Intent;
        path: Pick<Slots, "provider_type">;
      };
      responses: {
        200: { content: { "text/html": string } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.NOT_FOUND" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/widgets/support.js": {
    /**
     * The chat that a shop embeds with one script tag.
     *
     * The CDN serves the same script. The guide of this domain lists the attributes of its tag.
     *
     * Open to all callers. Credentials are ignored.
     */
    get: {
      parameters: {};
      responses: {
        200: { content: { "text/javascript": string } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/platform/events": {
    /**
     * Event types that webhooks can receive.
     *
     * Open to all callers. Credentials are ignored.
     */
    get: {
      parameters: {};
      responses: {
        200: { content: { "application/json": {
          /** The values of this list. */
          data: string[];
        } } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/platform/currencies": {
    /**
     * Currency codes.
     *
     * Open to all callers. Credentials are ignored.
     */
    get: {
      parameters: {};
      responses: {
        200: { content: { "application/json": string[] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/platform/workflow-tools": {
    /**
     * Services that a workflow can call.
     *
     * This system's own operations and events, and well-known services with their documented addresses.
     *
     * Open to all callers. Credentials are ignored.
     */
    get: {
      parameters: {};
      responses: {
        200: { content: { "application/json": components["schemas"]["WorkflowTool"][] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/platform/data": {
    /**
     * Store a value under a key.
     *
     * The value belongs to the calling account. A session for a single store has separate data. `previous_key` is
     * deleted in the same transaction. Without `ttl` the value does not expire.
     *
     * Needs a signed-in person with an account. Guests do not count.
     */
    post: {
      parameters: {
        header?: Intent;
      };
      requestBody: { content: { "application/json": components["schemas"]["SetDataItem"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["DataItemSaved"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "PLATFORM_DATA.VALUE_TOO_LARGE"
          | "PLATFORM_DATA.TOO_MANY_ITEMS" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.CONFLICT"
          | "GENERAL.IDEMPOTENCY_KEY_REUSED" | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Read values by a key or its prefix.
     *
     * The order is that of the keys' UTF-8 bytes, with an exact match first. `exact=true` reads a single key. An empty
     * key lists all values.
     *
     * Needs a signed-in person with an account. Guests do not count.
     */
    get: {
      parameters: {
        query: {
          /** Finds one record by its key; the last segment of the path is not read then. */
          key: string;
          /** `true` reads `key` as the whole key and not as its beginning. */
          exact?: boolean | undefined;
          /** Items of a page. A page may have fewer and still have a cursor. */
          limit?: number | undefined;
          /** The `cursor` of the page before. */
          cursor?: string | undefined;
        };
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["DataPage"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
    /**
     * Delete a value.
     *
     * Deleting an unknown key also succeeds.
     *
     * Needs a signed-in person with an account. Guests do not count.
     */
    delete: {
      parameters: {
        query: {
          /** Finds one record by its key; the last segment of the path is not read then. */
          key: string;
        };
      };
      responses: {
        200: { content: { "application/json": components["schemas"]["DataItemDeleted"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.CONFLICT"
          | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/platform/scripts": {
    /**
     * Run a script in a sandbox.
     *
     * JavaScript that can use only `input`, `log` and the account's `data`: 2 s, 32 MB, no network. A failed script is
     * a 200 with `success: false`.
     *
     * Needs a signed-in person with an account. Guests do not count.
     */
    post: {
      parameters: {
        header?: Intent;
      };
      requestBody: { content: { "application/json": components["schemas"]["RunScript"] } };
      responses: {
        200: { content: { "application/json": components["schemas"]["ScriptResult"] } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.BAD_REQUEST" | "SCRIPT.UNKNOWN" | "SCRIPT.INPUT_INVALID"
          | "GENERAL.UNAUTHENTICATED" | "GENERAL.FORBIDDEN" | "GENERAL.CONFLICT" | "GENERAL.IDEMPOTENCY_KEY_REUSED"
          | "GENERAL.PAYLOAD_TOO_LARGE" | "GENERAL.TOO_MANY_REQUESTS" | "GENERAL.INTERNAL_SERVER"
          | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/health": {
    /**
     * Check that the service answers.
     *
     * Open to all callers. Credentials are ignored.
     */
    get: {
      parameters: {};
      responses: {
        200: { content: { "application/json": {
          /** Where the record stands in its life. */
          status: "ok";
          /** The clock of the service, Unix seconds. */
          time: number;
          /** Version of the time zone data that runs, such as `2026c`. */
          time_zones: string;
        } } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/openapi.json": {
    /**
     * This document.
     *
     * Open to all callers. Credentials are ignored.
     */
    get: {
      parameters: {};
      responses: {
        200: { content: { "application/json": { [name: string]: unknown } } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/reference": {
    /**
     * The reference to read in a browser.
     *
     * Open to all callers. Credentials are ignored.
     */
    get: {
      parameters: {};
      responses: {
        200: { content: { "text/html": string } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/v1/reference/{pageName}": {
    /**
     * A page of the reference: a guide, or a domain with its operations.
     *
     * Open to all callers. Credentials are ignored.
     */
    get: {
      parameters: {
        path: Pick<Slots, "pageName">;
      };
      responses: {
        200: { content: { "text/html": string } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.NOT_FOUND" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/llms.txt": {
    /**
     * This service as a text for language models.
     *
     * In the form of https://llmstxt.org.
     *
     * Open to all callers. Credentials are ignored.
     */
    get: {
      parameters: {};
      responses: {
        200: { content: { "text/plain": string } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
  "/.well-known/jwks.json": {
    /**
     * Public keys that access tokens are verified with.
     *
     * Open to all callers. Credentials are ignored.
     */
    get: {
      parameters: {};
      responses: {
        200: { content: { "application/json": {
          /** The public keys that sign access tokens, as a JSON Web Key Set. */
          keys: { [name: string]: unknown }[];
        } } };
        default: ErrorResponses<(
          | "GENERAL.VALIDATION_FAILED" | "GENERAL.INTERNAL_SERVER" | "GENERAL.UNAVAILABLE"
        )>;
      };
    };
  };
}

/** The status of each error, by its code. */
export interface errors {
  /** You are the last owner of {stores}, which has other members. Make one of them an owner, or delete it first. */
  "ACCOUNT.LAST_OWNER": 409;
  /** An account has at most {limit} API tokens. Revoke one first. */
  "API_TOKEN.LIMIT_REACHED": 400;
  /** The code is wrong, was used before or has expired. Ask for a new one. */
  "AUTH.CODE_INVALID": 400;
  /** {email} is already a member. Change the role of that member instead. */
  "BUSINESS.ALREADY_MEMBER": 400;
  /** A business has at most {limit} open invitations. */
  "BUSINESS.FAILED_CREATE": 400;
  /** The last owner cannot leave. Make another member an owner first, or delete the business. */
  "BUSINESS.FAILED_DELETE": 400;
  /** A business needs an owner. Make another member an owner first. */
  "BUSINESS.FAILED_UPDATE": 400;
  /** The invitation is wrong, was answered before or has expired. Ask for a new one. */
  "BUSINESS.INVITATION_INVALID": 400;
  /** {email} already has an open invitation. Withdraw it first to send another one. */
  "BUSINESS.INVITATION_PENDING": 400;
  /** The key {key} belongs to another store. Choose another one. */
  "BUSINESS.KEY_TAKEN": 409;
  /** A business needs a key of at least 3 characters, or a name to make one from. */
  "BUSINESS.NAME_REQUIRED": 400;
  /** The business {key} is below this one, so it cannot be its parent. Choose another parent. */
  "BUSINESS.NETWORK_CYCLE": 409;
  /** A business can have at most {limit} businesses above it. Choose a parent nearer to the root. */
  "BUSINESS.NETWORK_TOO_DEEP": 400;
  /** There is no such business. */
  "BUSINESS.NOT_FOUND": 400;
  /** This deployment cannot charge for plans, because no billing is connected. */
  "BUSINESS.NO_BILLING": 400;
  /** The business has no subscription. Subscribe to a plan first. */
  "BUSINESS.NO_SUBSCRIPTION": 400;
  /** The plan {plan} allows {limit} of {feature}, and {used} are used. Choose a larger plan, or make room. */
  "BUSINESS.PLAN_LIMIT": 403;
  /**
   * The plan {plan} cannot be sold now. Its price at the payment provider ({price}) is missing or different. Tell the
   * operator.
   */
  "BUSINESS.PLAN_PRICE": 400;
  /** The business already has the plan {plan}. */
  "BUSINESS.PLAN_SAME": 400;
  /** There is no plan {plan}. GET /v1/businesses/plans lists them. */
  "BUSINESS.PLAN_UNKNOWN": 400;
  /** The plan {plan} is unpaid. Pay it in the billing portal first. */
  "BUSINESS.PLAN_UNPAID": 409;
  /** The collection cannot be created: {why}. */
  "COLLECTION.FAILED_CREATE": 400;
  /** A collection with the key {key} already exists. */
  "COLLECTION.KEY_TAKEN": 409;
  /** There is no such collection. */
  "COLLECTION.NOT_FOUND": 400;
  /** Another collection has the slug {slug}. */
  "COLLECTION.SLUG_TAKEN": 409;
  /** This reply_id was already used for another text or comment. */
  "COMMENT.REPLY_ID_REUSED": 409;
  /** Another reply to this comment is in progress. Send a reply_id to retry safely. */
  "COMMENT.REPLY_RUNNING": 409;
  /** There is a customer with the address {email} already. Use that one: `reason` is its id. */
  "CONTACT.EMAIL_TAKEN": 409;
  /** This customer cannot be used now: {why}. */
  "CONTACT.MERGED": 409;
  /**
   * A person who proves an address of that customer would see all of this one: {addresses}. Send open_access to join
   * them all the same.
   */
  "CONTACT.MERGE_OPENS_ACCESS": 409;
  /** This conversation is {status}: {way}. */
  "CONVERSATION.INVALID_STATUS": 409;
  /** The collection has another entry with the key {key}. */
  "ENTRY.KEY_TAKEN": 409;
  /** Another entry has the slug {slug} in the language {locale}. */
  "ENTRY.SLUG_TAKEN": 409;
  /** This form is archived and accepts no submissions. */
  "FORM.ARCHIVED": 400;
  /** A form with the key {key} already exists. */
  "FORM.KEY_TAKEN": 409;
  /** {message} */
  "GENERAL.BAD_REQUEST": 400;
  /** Another request changed this record at the same time. Read it again and repeat your change. */
  "GENERAL.CONFLICT": 409;
  /** You do not have permission to do this. */
  "GENERAL.FORBIDDEN": 403;
  /** This Idempotency-Key was already used with another request. Make a new key for each intent. */
  "GENERAL.IDEMPOTENCY_KEY_REUSED": 409;
  /** Something went wrong on our side. Quote the x-request-id of this answer. */
  "GENERAL.INTERNAL_SERVER": 500;
  /** There is no such record. */
  "GENERAL.NOT_FOUND": 404;
  /** The request is larger than {limit} bytes, which is the limit. */
  "GENERAL.PAYLOAD_TOO_LARGE": 413;
  /** Too many requests. Try again in {seconds} seconds. */
  "GENERAL.TOO_MANY_REQUESTS": 429;
  /** Sign in first: the token or key is missing, unknown, expired or revoked. */
  "GENERAL.UNAUTHENTICATED": 401;
  /** The service is overloaded. Try again in {seconds} seconds. */
  "GENERAL.UNAVAILABLE": 503;
  /** The request is not valid: {message} */
  "GENERAL.VALIDATION_FAILED": 400;
  /** The location {key} has available or reserved stock. Set it to 0 before you delete the location. */
  "LOCATION.HOLDS_STOCK": 400;
  /** A location with the key {key} already exists. */
  "LOCATION.KEY_TAKEN": 409;
  /** A store needs a location. Create another one before you delete this one. */
  "LOCATION.LAST": 400;
  /**
   * The location {key} has the only stock level of the variant {variant}. Add a level at another location, or stop
   * counting the variant.
   */
  "LOCATION.LAST_LEVEL": 400;
  /** A store can have at most {most} locations. */
  "LOCATION.TOO_MANY": 400;
  /** A market with the key {key} already exists. Choose another key. */
  "MARKET.KEY_TAKEN": 409;
  /** A store needs a market. Create another one before you delete this one. */
  "MARKET.LAST": 400;
  /** {file} is too large: {why} */
  "MEDIA.FILE_TOO_LARGE": 413;
  /** Unsupported file type of {file}: {why} */
  "MEDIA.INVALID_FILE_TYPE": 400;
  /** There is no such media. */
  "MEDIA.NOT_FOUND": 400;
  /** {file} could not be uploaded: {why} */
  "MEDIA.UPLOAD_FAILED": 400;
  /** This entry was already sent, or is being sent. An entry is sent only once. */
  "NEWSLETTER.ALREADY_SENT": 409;
  /** This address is already subscribed to the newsletter. */
  "NEWSLETTER.ALREADY_SUBSCRIBED": 400;
  /** {message} */
  "NEWSLETTER.BAD_TEMPLATE": 400;
  /** There is no such newsletter. */
  "NEWSLETTER.NOT_FOUND": 400;
  /** This entry was never sent. */
  "NEWSLETTER.NOT_SENT": 404;
  /** This link belongs to no subscription. */
  "NEWSLETTER.NOT_SUBSCRIBED": 400;
  /** This plan cannot be paid for in the market {market}. */
  "NEWSLETTER.PAYMENT_REQUIRED": 400;
  /** A node cannot be moved below itself. */
  "NODE.CYCLE": 409;
  /** A node with the key {key} already exists. */
  "NODE.KEY_TAKEN": 409;
  /** The parent node {parent} was not found. */
  "NODE.PARENT_NOT_FOUND": 400;
  /** Another node has the slug {slug} in the language {locale}. */
  "NODE.SLUG_TAKEN": 409;
  /** Nodes can be at most {levels} levels deep. */
  "NODE.TOO_DEEP": 400;
  /** This cannot be ordered: {message}. */
  "ORDER.FAILED_CREATE": 400;
  /** This cannot be done: {message}. */
  "ORDER.INVALID_STATUS": 400;
  /** There is no such order. */
  "ORDER.NOT_FOUND": 400;
  /** The order {order} is over: {message}. */
  "ORDER.PAYMENT_FAILED": 400;
  /** {message} */
  "PAYMENT.INVALID_AMOUNT": 400;
  /** The market {market} does not accept payment by {method}. */
  "PAYMENT.METHOD_UNKNOWN": 400;
  /** There is no such payment yet. Send this again later. */
  "PAYMENT.NOT_KNOWN_YET": 503;
  /** This store accepts no cards, because no payment provider is connected. Choose another payment method. */
  "PAYMENT.NO_PROVIDER": 400;
  /** The promo code {code} does not apply here ({why}). */
  "PAYMENT.PROMO_CODE_INVALID": 400;
  /** The promo code {code} has reached its limit of uses. */
  "PAYMENT.PROMO_CODE_LIMIT_REACHED": 400;
  /** The signature does not match the body, or is too old. */
  "PAYMENT.SIGNATURE_INVALID": 400;
  /** The payment provider refused: {message} */
  "PAYMENT.STRIPE_ERROR": 400;
  /** This account already has {most} items. Delete some before you write another key. */
  "PLATFORM_DATA.TOO_MANY_ITEMS": 400;
  /** The value has {bytes} bytes of JSON. A value can have at most {most} bytes. */
  "PLATFORM_DATA.VALUE_TOO_LARGE": 400;
  /** The product cannot be created: {why}. */
  "PRODUCT.FAILED_CREATE": 400;
  /** The product cannot be changed: {why}. */
  "PRODUCT.FAILED_UPDATE": 400;
  /** There is not enough in stock: {what}. */
  "PRODUCT.INSUFFICIENT_STOCK": 400;
  /** There is no such product. */
  "PRODUCT.NOT_FOUND": 400;
  /** A promo code {code} already exists. */
  "PROMO_CODE.CODE_TAKEN": 409;
  /** A provider with the key {key} already exists. */
  "PROVIDER.KEY_TAKEN": 409;
  /** A provider with the slug {slug} in {locale} already exists. */
  "PROVIDER.SLUG_TAKEN": 409;
  /** A publication that is {status} cannot be {action}. */
  "PUBLICATION.INVALID_STATUS": 409;
  /** A publication with the key {key} already exists. */
  "PUBLICATION.KEY_TAKEN": 409;
  /** This cannot be booked: {message}. */
  "RESERVATION.FAILED_CREATE": 400;
  /** A reservation that is {from} cannot become {to}. */
  "RESERVATION.INVALID_STATUS": 409;
  /** The time is not valid: {message}. */
  "RESERVATION.INVALID_TIME_RANGE": 400;
  /** There is no such reservation. */
  "RESERVATION.NOT_FOUND": 400;
  /** The provider does not work at this time. */
  "RESERVATION.OUTSIDE_WORKING_HOURS": 400;
  /** This time is taken. Choose another one. */
  "RESERVATION.TIME_SLOT_NOT_AVAILABLE": 409;
  /** The input {why}. */
  "SCRIPT.INPUT_INVALID": 400;
  /** The script {name} was not found. Store its source under the data key script:{name} first. */
  "SCRIPT.UNKNOWN": 400;
  /** This provider already offers this service. */
  "SERVICE.ALREADY_CONNECTED": 409;
  /** A service with the key {key} already exists. */
  "SERVICE.KEY_TAKEN": 409;
  /** A service with the slug {slug} in {locale} already exists. */
  "SERVICE.SLUG_TAKEN": 409;
  /** A destination was already chosen. Connect again to choose another one. */
  "SOCIAL.ALREADY_SELECTED": 409;
  /** This sign-in has expired. Connect the account again. */
  "SOCIAL.ATTEMPT_EXPIRED": 409;
  /** The sign-in was not found, or another person began it. */
  "SOCIAL.ATTEMPT_NOT_FOUND": 404;
  /** The network refused this: {message} */
  "SOCIAL.NETWORK_ERROR": 502;
  /** {network} is not set up in this deployment: its app id and secret are missing. */
  "SOCIAL.NOT_CONFIGURED": 400;
  /** {what} is not supported on {network}. */
  "SOCIAL.NOT_SUPPORTED": 400;
  /** The network accepts no more calls for this account until {reset}. */
  "SOCIAL.QUOTA": 429;
  /** The network no longer accepts this account's sign-in. Connect it again. */
  "SOCIAL.RECONNECT_REQUIRED": 409;
  /** A support agent with the key {key} already exists. Choose another key. */
  "SUPPORT_AGENT.KEY_TAKEN": 409;
  /** A taxonomy cannot be moved below itself. */
  "TAXONOMY.CYCLE": 409;
  /** A taxonomy with the key {key} already exists. */
  "TAXONOMY.KEY_TAKEN": 409;
  /** The parent taxonomy {parent} was not found. */
  "TAXONOMY.PARENT_NOT_FOUND": 400;
  /** Taxonomies can be at most {levels} levels deep. */
  "TAXONOMY.TOO_DEEP": 400;
  /** A user with this address already exists. */
  "USER.EMAIL_EXISTS": 400;
  /** The sign-in with the identity provider failed: {problem}. */
  "USER.FAILED_OAUTH_LOGIN": 400;
  /** The refresh token is unknown, expired or revoked. Sign in again. */
  "USER.FAILED_REFRESH_ACCESS_TOKEN": 400;
  /** This origin is not allowed. */
  "USER.INVALID_ORIGIN_URI": 400;
  /** This redirect address is not allowed. */
  "USER.INVALID_REDIRECT_URI": 400;
  /** The address is not confirmed yet. Follow the link in the mail first. */
  "USER.NOT_CONFIRMED": 400;
  /** There is no such user. */
  "USER.NOT_FOUND": 400;
  /** The password cannot be used: it {problem}. */
  "USER.PASSWORD_INVALID": 400;
  /** A password is required. */
  "USER.PASSWORD_REQUIRED": 400;
  /** The address or the password is wrong. */
  "USER.PASSWORD_WRONG": 400;
  /** There is no role {role}. */
  "USER.ROLE_INVALID": 400;
  /** The link is wrong, was used before or has expired. Ask for a new one. */
  "USER.TOKEN_INVALID": 400;
  /** You may not do this: {problem}. */
  "USER.UNAUTHORIZED": 403;
  /** This webhook is disabled. Enable it first. */
  "WEBHOOK.DISABLED": 409;
  /** A store has at most {limit} webhooks. Delete one first. */
  "WEBHOOK.TOO_MANY": 400;
  /** A store can have at most {limit} webhooks with the same address. Change one of them. */
  "WEBHOOK.TOO_MANY_AT_ADDRESS": 400;
}

/** The code of an error. */
export type ErrorCode = keyof errors;

/** The type of an event, as webhooks bring it. */
export type EventType =
  | "cart.converted"
  | "cart.created"
  | "cart.updated"
  | "collection.created"
  | "collection.deleted"
  | "collection.updated"
  | "comment.created"
  | "comment.updated"
  | "contact.created"
  | "contact.deleted"
  | "contact.merged"
  | "contact.updated"
  | "conversation.created"
  | "conversation.escalated"
  | "conversation.resolved"
  | "conversation.updated"
  | "entry.created"
  | "entry.deleted"
  | "entry.updated"
  | "form.created"
  | "form.deleted"
  | "form.submitted"
  | "form.updated"
  | "invitation.created"
  | "invitation.deleted"
  | "invitation.updated"
  | "location.created"
  | "location.deleted"
  | "location.updated"
  | "media.created"
  | "media.deleted"
  | "media.updated"
  | "member.created"
  | "member.deleted"
  | "member.updated"
  | "message.created"
  | "newsletter_send.created"
  | "newsletter_send.updated"
  | "node.created"
  | "node.deleted"
  | "node.updated"
  | "order.annotated"
  | "order.cancelled"
  | "order.completed"
  | "order.confirmed"
  | "order.created"
  | "order.paid"
  | "order.payment_failed"
  | "order.payment_refused"
  | "order.refunded"
  | "order.shipment_created"
  | "order.shipment_delivered"
  | "order.shipment_failed"
  | "order.shipment_in_transit"
  | "order.shipment_out_for_delivery"
  | "order.shipment_returned"
  | "order.shipment_status_changed"
  | "order.shipment_updated"
  | "order.updated"
  | "payment.authorized"
  | "payment.captured"
  | "payment.created"
  | "payment.failed"
  | "payment.refund_failed"
  | "payment.refunded"
  | "payment.updated"
  | "product.created"
  | "product.deleted"
  | "product.updated"
  | "promo_code.created"
  | "promo_code.deleted"
  | "promo_code.updated"
  | "provider.created"
  | "provider.deleted"
  | "provider.updated"
  | "publication.created"
  | "publication.deleted"
  | "publication.updated"
  | "reservation.cancelled"
  | "reservation.confirmed"
  | "reservation.created"
  | "reservation.updated"
  | "service.created"
  | "service.deleted"
  | "service.updated"
  | "social_account.connected"
  | "social_account.deleted"
  | "social_account.reconnect_required"
  | "store.created"
  | "store.deleted"
  | "store.updated"
  | "submission.updated"
  | "subscriber.created"
  | "subscriber.updated"
  | "subscription.created"
  | "subscription.deleted"
  | "subscription.updated"
  | "support_agent.created"
  | "support_agent.deleted"
  | "support_agent.updated"
  | "taxonomy.created"
  | "taxonomy.deleted"
  | "taxonomy.updated";
