// Written by npm run client. Do not change it by hand.
export const AddItem = {
  "id": {"max":100,"min":1},
  "type": {"max":20},
  "product_id": {"max":100,"min":1},
  "variant_id": {"max":100,"min":1},
  "quantity": {"max":9999,"min":1},
  "price": {},
  "service_id": {"max":100,"min":1},
  "provider_id": {"max":100,"min":1},
  "slots": {"max":20},
  "forms": {"max":10},
  "from": {"max":253402300799,"min":0},
  "to": {"max":253402300799,"min":0},
} as const;
export const AddNote = {
  "text": {"required":true,"max":2000,"min":1},
} as const;
export const AddOrderNote = {
  "text": {"required":true,"max":2000,"min":1},
} as const;
export const AnswerInvitation = {
  "token": {"required":true,"max":1000},
  "action": {"required":true,"choices":["ACCEPT","REJECT"]},
} as const;
export const AskReturn = {
  "lines": {"required":true,"max":80},
  "reason": {"max":500},
} as const;
export const AssignConversation = {
  "account_id": {"required":true,"max":200,"min":1},
} as const;
export const ChangeInventory = {
  "variant_id": {"required":true,"max":200,"min":1},
  "location_id": {"max":200,"min":1},
  "delta": {"max":1000000000,"min":-1000000000},
  "available": {"max":1000000000,"min":-1000000000},
  "expected": {"max":1000000000,"min":-1000000000},
  "backorder": {},
  "low_at": {"max":1000000000,"min":0},
  "counted": {},
} as const;
export const ChangeOrders = {
  "action": {"required":true,"choices":["fulfil","tag","untag"]},
  "ids": {"required":true,"max":100},
  "tags": {"max":20},
} as const;
export const ChangePassword = {
  "oldPassword": {"max":1000},
  "newPassword": {"max":1000},
} as const;
export const CheckoutCart = {
  "payment_method_key": {"max":100},
  "return_url": {"max":2000},
  "cancel_url": {"max":2000},
  "email": {"max":254},
  "consents": {"max":4},
  "quote_id": {"max":1000},
  "amount": {"max":99999999999,"min":0},
  "id": {"max":100},
  "store_id": {"max":100},
  "payment_method_id": {"max":100},
  "quoteId": {"max":1000},
} as const;
export const CheckoutReservation = {
  "businessId": {"max":100},
  "market": {"max":100},
  "currency": {"pattern":"^[A-Za-z]{3}$"},
  "parts": {"max":10},
  "paymentMethodId": {"max":100},
  "promoCode": {"max":64},
  "promoCodeId": {"max":100},
  "location": {},
  "email": {"max":254},
  "blocks": {"max":200},
  "name": {"max":200},
  "quoteId": {"max":5000},
  "amount": {"max":99999999999,"min":0},
  "successUrl": {"max":2000},
  "cancelUrl": {"max":2000},
  "items": {"max":10},
  "paymentMethod": {"max":100},
} as const;
export const ClassifyComments = {
  "publication_id": {"max":200,"min":1},
  "force": {},
  "limit": {"max":100,"min":1},
} as const;
export const ConfirmPhone = {
  "phoneNumber": {"required":true,"max":40},
  "code": {"required":true,"max":20},
} as const;
export const ConfirmUser = {
  "token": {"required":true,"max":1000},
} as const;
export const ConnectProvider = {
  "providerId": {"required":true,"max":100,"min":1},
  "workingDays": {"max":50},
  "outcastDates": {"max":366},
  "specificDates": {"max":1000},
  "workingTime": {},
  "prices": {"max":100},
  "durations": {"max":50},
  "isApprovalRequired": {},
} as const;
export const ConnectSocialAccount = {
  "provider_type": {"required":true,"choices":["facebook_page","instagram_business","youtube_channel","tiktok_account","x_account","sandbox"]},
  "return_url": {"max":2000},
} as const;
export const ConsentInput = {
  "channel": {"required":true,"choices":["email","sms","phone","post"]},
  "state": {"required":true,"choices":["granted","withdrawn"]},
  "at": {"max":99999999999,"min":0},
  "how": {"choices":["form","checkout","in_person","phone","paper","import"]},
  "text": {"max":2000,"min":1},
  "source": {"max":500},
} as const;
export const CreateAgent = {
  "entry_node_id": {"required":true,"max":100,"min":1},
  "nodes": {"required":true},
  "key": {"required":true,"max":100,"min":1,"pattern":"^[\\p{L}\\p{N}]([\\p{L}\\p{N}\\p{M}_.-]*[\\p{L}\\p{N}\\p{M}])?$"},
  "name": {"max":200,"min":1},
  "status": {"choices":["draft","active","archived"]},
  "edges": {"max":1000},
  "ai_config": {},
  "channel_ids": {"max":50},
  "notes": {"max":2000},
} as const;
export const CreateApiToken = {
  "name": {"required":true,"max":100,"min":1},
  "expires_at": {"max":99999999999,"min":0},
} as const;
export const CreateBusiness = {
  "name": {"max":200},
  "slug": {"max":200},
  "description": {"max":2000},
  "email": {},
  "phone": {"max":200},
  "website": {"max":200},
  "address": {},
  "timezone": {"max":64},
  "networkKey": {"max":63,"min":3,"pattern":"^[a-z0-9]+(-[a-z0-9]+)*$"},
  "status": {"choices":["DRAFT","ACTIVE","ARCHIVED"]},
  "gallery": {"max":100},
  "configs": {},
  "key": {"max":63,"min":3,"pattern":"^[a-z0-9]+(-[a-z0-9]+)*$"},
  "statuses": {"max":100},
} as const;
export const CreateBusinessCollection = {
  "name": {"required":true,"max":200,"min":1},
  "slug": {"max":200,"pattern":"^[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}]*([-_.][\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}]*)*$"},
  "description": {"max":5000},
  "type": {"pattern":"^[A-Z][A-Z0-9_]{0,49}$"},
  "blocks": {"max":100},
  "status": {"choices":["DRAFT","PUBLISHED"]},
  "plans": {"max":20},
  "tracking": {},
  "statuses": {"max":1000},
} as const;
export const CreateBusinessEntry = {
  "collectionId": {"max":200,"min":1},
  "owner": {"max":200,"pattern":"^(collection|order|reservation):[\\w-]+$"},
  "locale": {},
  "status": {"choices":["DRAFT","PUBLISHED"]},
  "blocks": {"max":200},
  "statuses": {"max":1000},
} as const;
export const CreateCart = {
  "market": {"max":100,"min":1},
  "items": {"max":40},
  "shipping_address": {},
  "billing_address": {},
  "forms": {"max":10},
  "promo_code": {"max":64},
  "payment_method_key": {"max":100},
  "shipping_method_id": {"max":100},
  "contact_id": {"max":100,"min":1},
  "store_id": {"max":100},
} as const;
export const CreateCollection = {
  "key": {"required":true,"max":100,"min":1,"pattern":"^[\\p{L}\\p{N}]([\\p{L}\\p{N}\\p{M}_.-]*[\\p{L}\\p{N}\\p{M}])?$"},
  "fields": {"max":100},
  "status": {"choices":["active","archived"]},
  "schema": {"max":100},
} as const;
export const CreateCustomer = {
  "name": {"max":200},
  "email": {"max":254},
  "phone": {"max":50},
  "language": {"choices":["en","de"]},
  "tags": {"max":20},
  "addresses": {"max":20},
  "consents": {"max":20},
} as const;
export const CreateEntry = {
  "collection_id": {"required":true,"max":200,"min":1},
  "key": {"required":true,"max":100,"min":1,"pattern":"^[\\p{L}\\p{N}]([\\p{L}\\p{N}\\p{M}_.-]*[\\p{L}\\p{N}\\p{M}])?$"},
  "fields": {"max":200},
  "slug": {},
  "status": {"choices":["active","draft","archived"]},
  "blocks": {"max":200},
} as const;
export const CreateForm = {
  "key": {"required":true,"max":100,"min":1,"pattern":"^[\\p{L}\\p{N}]([\\p{L}\\p{N}\\p{M}_.-]*[\\p{L}\\p{N}\\p{M}])?$"},
  "schema": {"max":100},
} as const;
export const CreateInvitation = {
  "email": {"required":true,"max":254},
  "role": {"max":50},
  "roleIds": {"max":10},
  "reserveDomain": {"max":2000},
} as const;
export const CreateLocation = {
  "key": {"required":true,"max":100,"min":1,"pattern":"^[\\p{L}\\p{N}]([\\p{L}\\p{N}\\p{M}_.-]*[\\p{L}\\p{N}\\p{M}])?$"},
  "address": {},
  "is_pickup_location": {},
} as const;
export const CreateMarket = {
  "key": {"required":true,"max":100,"min":1,"pattern":"^[a-z0-9]+([_-][a-z0-9]+)*$"},
  "currency": {"required":true,"max":10},
  "tax_mode": {"choices":["EXCLUSIVE","INCLUSIVE"]},
  "tax_bps": {"max":10000,"min":0},
  "payment_methods": {"max":20},
  "zones": {"max":100},
} as const;
export const CreateNode = {
  "key": {"required":true,"max":100,"min":1,"pattern":"^[\\p{L}\\p{N}]([\\p{L}\\p{N}\\p{M}_.-]*[\\p{L}\\p{N}\\p{M}])?$"},
  "parent_id": {"max":200,"min":1},
  "type": {"max":100,"min":1,"pattern":"^[\\w.-]+$"},
  "slug": {},
  "blocks": {"max":200},
  "taxonomies": {"max":8},
  "status": {"choices":["ACTIVE","ARCHIVED"]},
} as const;
export const CreateOrder = {
  "items": {"required":true,"max":40},
  "contact_id": {"max":100,"min":1},
  "customer_id": {"max":100,"min":1},
  "email": {"max":254},
  "market": {"max":100},
  "shipping_address": {},
  "billing_address": {},
  "forms": {"max":10},
  "promo_code": {"max":64},
  "payment_method_key": {"max":100},
  "shipping_method_id": {"max":100},
  "amount": {"max":99999999999,"min":0},
  "store_id": {"max":100},
} as const;
export const CreatePaymentProvider = {
  "type": {"required":true},
  "secret_key": {"required":true,"max":500,"min":8},
  "publishable_key": {"max":500},
  "webhook_secret": {"max":500,"min":8},
} as const;
export const CreateProduct = {
  "key": {"required":true,"max":100,"min":1,"pattern":"^[\\p{L}\\p{N}]([\\p{L}\\p{N}\\p{M}_.-]*[\\p{L}\\p{N}\\p{M}])?$"},
  "slug": {},
  "blocks": {"max":200},
  "taxonomies": {"max":8},
  "variants": {"max":1000},
  "status": {"choices":["draft","active","archived"]},
} as const;
export const CreateProductImport = {
  "format": {"required":true,"choices":["jsonl","csv"]},
  "size": {"required":true,"max":20000000,"min":1},
} as const;
export const CreatePromoCode = {
  "code": {"required":true,"max":64,"min":1,"pattern":"^[\\p{L}\\p{N}]([\\p{L}\\p{N}._+%-]*)$"},
  "discounts": {"required":true,"max":50},
  "conditions": {"max":20},
  "status": {"choices":["active","archived"]},
} as const;
export const CreateProvider = {
  "key": {"max":100,"min":1,"pattern":"^[\\p{L}\\p{N}]([\\p{L}\\p{N}\\p{M}_.-]*[\\p{L}\\p{N}\\p{M}])?$"},
  "name": {"max":200},
  "description": {"max":10000},
  "slug": {},
  "access": {"choices":["public","private"]},
  "nodeIds": {"max":100},
  "networkIds": {"max":100},
  "blocks": {"max":200},
  "taxonomies": {"max":8},
  "status": {"choices":["DRAFT","ACTIVE","ARCHIVED"]},
  "userId": {"max":100},
  "serviceIds": {"max":40},
  "workingTime": {},
  "concurrentLimit": {"max":10000,"min":1},
  "statuses": {"max":100},
} as const;
export const CreatePublication = {
  "social_account_id": {"required":true,"max":200,"min":1},
  "content": {"required":true},
  "key": {"max":100,"min":1},
  "scheduled_at": {},
  "publish": {},
} as const;
export const CreateReservation = {
  "businessId": {"max":100},
  "market": {"max":100},
  "customerId": {"max":100},
  "customer_id": {"max":100},
  "accountId": {"max":100},
  "parts": {"max":10},
  "blocks": {"max":200},
  "status": {},
  "location": {},
  "email": {"max":254},
  "name": {"max":200},
  "items": {"max":10},
  "statuses": {"max":100},
} as const;
export const CreateService = {
  "key": {"max":100,"min":1,"pattern":"^[\\p{L}\\p{N}]([\\p{L}\\p{N}\\p{M}_.-]*[\\p{L}\\p{N}\\p{M}])?$"},
  "name": {"max":200},
  "description": {"max":10000},
  "slug": {},
  "access": {"choices":["public","private"]},
  "nodeIds": {"max":100},
  "networkIds": {"max":100},
  "blocks": {"max":200},
  "taxonomies": {"max":8},
  "status": {"choices":["DRAFT","ACTIVE","ARCHIVED"]},
  "prices": {"max":100},
  "durations": {"max":50},
  "slotInterval": {"max":1440,"min":1},
  "isApprovalRequired": {},
  "location": {},
  "providers": {"max":40},
  "statuses": {"max":100},
  "pricing": {},
  "duration": {"max":604800,"min":60},
  "providerIds": {"max":40},
} as const;
export const CreateShippingProvider = {
  "type": {"required":true,"choices":["shippo","sandbox"]},
  "api_token": {"max":500,"min":1},
} as const;
export const CreateStore = {
  "key": {"required":true,"max":63,"min":3,"pattern":"^[a-z0-9]+(-[a-z0-9]+)*$"},
  "name": {"max":200},
  "timezone": {"max":64},
  "status": {"choices":["DRAFT","ACTIVE","ARCHIVED"]},
  "languages": {"max":100},
  "emails": {},
  "origins": {"max":50},
  "billing_email": {"max":254},
} as const;
export const CreateTaxonomy = {
  "key": {"required":true,"max":100,"min":1,"pattern":"^[\\p{L}\\p{N}]([\\p{L}\\p{N}\\p{M}_.-]*[\\p{L}\\p{N}\\p{M}])?$"},
  "parent_id": {"max":200,"min":1},
  "schema": {"max":50},
  "status": {"choices":["active","archived"]},
} as const;
export const CreateUpload = {
  "filename": {"required":true,"max":1000,"min":1},
  "size": {"required":true,"min":1},
  "mime_type": {"max":200,"min":1},
} as const;
export const CreateWebhook = {
  "url": {"required":true,"max":2000},
  "key": {"max":200,"min":1},
  "name": {"max":200},
  "events": {"max":200},
  "headers": {},
  "secret": {"max":500},
  "enabled": {},
} as const;
export const DecideReturn = {
  "status": {"required":true,"choices":["received","refused"]},
  "version": {"min":1},
  "restock": {},
  "refund": {},
  "note": {"max":500},
} as const;
export const ForgotPassword = {
  "email": {"required":true,"max":254},
  "reserveDomain": {"max":2000},
} as const;
export const FulfilOrder = {
  "lines": {"required":true,"max":80},
  "tracking_number": {"max":200},
  "tracking_url": {"max":2000},
  "carrier": {"max":100},
  "service": {"max":100},
  "shipment_id": {"max":100,"min":1},
  "rate_id": {},
} as const;
export const GenerateBlocks = {
  "prompt": {"required":true,"max":8000,"min":1},
  "blocks": {"required":true,"max":50},
} as const;
export const HideComment = {
  "hidden": {"required":true},
} as const;
export const IdentifyContact = {
  "market": {"max":100},
  "email": {"max":254},
  "verify": {},
} as const;
export const LoginUser = {
  "provider": {"required":true,"choices":["EMAIL","GOOGLE","GUEST"]},
  "email": {"max":254},
  "password": {"max":1000},
  "code": {"max":2000},
  "originUrl": {"max":2000},
  "state": {"max":500},
  "codeVerifier": {"max":200},
  "phoneNumber": {"max":40},
} as const;
export const LogoutUser = {
  "provider": {"max":50},
  "token": {"max":4000},
  "originUrl": {"max":2000},
} as const;
export const MailOrder = {
  "kind": {"required":true,"choices":["confirmation","shipment","receipt"]},
} as const;
export const MailReservation = {
  "kind": {"required":true,"choices":["confirmation","cancellation"]},
} as const;
export const MergeCustomers = {
  "from": {"required":true,"max":100,"min":1},
  "dry_run": {},
  "open_access": {},
} as const;
export const OpenBillingPortal = {
  "returnUrl": {"required":true,"max":2000,"min":1},
} as const;
export const OpenCurrentCart = {
  "market": {"max":100},
  "token": {"max":300},
  "source": {},
  "store_id": {"max":100},
} as const;
export const PublishNow = {
  "confirm_not_posted": {},
} as const;
export const QuoteCart = {
  "payment_method_key": {"max":100},
  "shipping_method_id": {"max":100},
  "id": {"max":100},
  "store_id": {"max":100},
} as const;
export const QuoteOrder = {
  "items": {"required":true,"max":40},
  "market": {"max":100,"min":1},
  "shipping_address": {},
  "billing_address": {},
  "forms": {"max":10},
  "promo_code": {"max":64},
  "payment_method_key": {"max":100},
  "shipping_method_id": {"max":100},
  "store_id": {"max":100},
  "payment_method_id": {"max":100},
} as const;
export const QuoteRates = {
  "parcel": {"required":true},
  "shipping_provider_id": {"max":100},
  "location_id": {"max":100},
  "from_address": {},
  "to_address": {},
  "customs_declaration": {},
  "order_id": {},
} as const;
export const QuoteReservation = {
  "businessId": {"max":100},
  "market": {"max":100},
  "currency": {"pattern":"^[A-Za-z]{3}$"},
  "parts": {"max":10},
  "paymentMethodId": {"max":100},
  "promoCode": {"max":64},
  "promoCodeId": {"max":100},
  "location": {},
  "email": {"max":254},
  "lines": {"max":100},
  "items": {"max":10},
  "paymentMethod": {"max":100},
} as const;
export const RefreshToken = {
  "refresh_token": {"max":1000,"min":1},
  "refreshToken": {"max":1000,"min":1},
} as const;
export const RefreshUser = {
  "refreshToken": {"required":true,"max":1000,"min":1},
  "provider": {"max":50},
} as const;
export const RefundOrder = {
  "amount": {"max":99999999999,"min":1},
  "lines": {"max":80},
  "shipping": {},
  "reason": {"max":500},
  "refund": {"choices":["policy"]},
  "refund_id": {"max":100,"min":1},
  "refundId": {"max":100,"min":1},
} as const;
export const RefundPayment = {
  "entity": {"required":true,"max":120,"min":1},
  "amount": {"max":99999999999,"min":1},
  "refund": {"choices":["policy"]},
  "refund_id": {"max":100,"min":1},
  "refundId": {"max":100,"min":1},
} as const;
export const RegisterUser = {
  "email": {"required":true,"max":254},
  "provider": {"choices":["EMAIL_REGISTER","EMAIL"]},
  "password": {"max":1000},
  "reserveDomain": {"max":2000},
  "name": {"max":200},
  "firstName": {"max":100},
  "lastName": {"max":100},
} as const;
export const RemoveItem = {
  "item_id": {"max":100,"min":1},
  "product_id": {"max":100,"min":1},
  "variant_id": {"max":100,"min":1},
  "service_id": {"max":100,"min":1},
  "id": {"max":100},
} as const;
export const RenameApiToken = {
  "name": {"required":true,"max":100,"min":1},
} as const;
export const ReplyMessage = {
  "content": {"required":true,"max":10000},
  "message_id": {"max":100,"min":1},
  "resolve": {},
} as const;
export const ReplyToComment = {
  "text": {"required":true,"max":10000,"min":1},
  "reply_id": {"pattern":"^[\\w.-]{1,100}$"},
} as const;
export const RequestCode = {
  "email": {"required":true,"max":254},
} as const;
export const RequestContactCode = {
  "email": {"required":true,"max":254},
  "market": {"max":100},
} as const;
export const ResendEvents = {
  "event_id": {"max":100},
  "from": {"max":99999999999,"min":0},
  "to": {"max":99999999999,"min":0},
  "failed_only": {},
} as const;
export const ResetForgottenPassword = {
  "token": {"required":true,"max":1000},
  "password": {"max":1000},
} as const;
export const RotateWebhookSecret = {
  "secret": {"max":500},
  "overlap": {"max":604800,"min":0},
} as const;
export const RunScript = {
  "script": {"max":65536,"min":1},
  "input": {},
  "name": {"max":400,"min":1},
  "value": {"max":262144},
} as const;
export const SchedulePublication = {
  "scheduled_at": {"required":true},
  "confirm_not_posted": {},
} as const;
export const SelectSocialDestination = {
  "provider_type": {"required":true,"choices":["facebook_page","instagram_business","youtube_channel","tiktok_account","x_account","sandbox"]},
  "attempt_id": {"required":true,"max":200,"min":1},
  "candidate_id": {"required":true,"max":200,"min":1},
} as const;
export const SendMessage = {
  "input": {"required":true},
  "message_id": {"max":100,"min":1},
} as const;
export const SendParcel = {
  "lines": {"required":true,"max":100},
  "rate_id": {"max":200,"min":1},
  "carrier": {"max":200},
  "service": {"max":200},
  "location_id": {"max":200,"min":1},
  "tracking_number": {"max":200},
  "tracking_url": {"max":2000},
  "shipment_id": {"max":100,"min":1},
  "order_id": {"max":200,"min":1},
} as const;
export const SendPhoneCode = {
  "phoneNumber": {"required":true,"max":40},
} as const;
export const SetDataItem = {
  "key": {"required":true},
  "value": {"required":true},
  "ttl": {"max":3153600000,"min":1},
  "previous_key": {},
} as const;
export const SetRole = {
  "userId": {"required":true,"max":100},
  "roleId": {"required":true,"max":50},
  "businessId": {"required":true,"max":100},
} as const;
export const SetSchedules = {
  "providerIds": {"required":true,"max":40},
  "workingTime": {"required":true},
  "serviceIds": {"max":40},
} as const;
export const ShipOrder = {
  "rate_id": {"required":true,"max":200,"min":1},
  "carrier": {"required":true,"max":200,"min":1},
  "service": {"required":true,"max":200,"min":1},
  "location_id": {"required":true,"max":200,"min":1},
  "lines": {"required":true,"max":100},
  "shipment_id": {"max":100,"min":1},
  "order_id": {"max":200,"min":1},
} as const;
export const StartConversation = {
  "agent_key": {"max":200,"min":1},
  "metadata": {},
} as const;
export const StartRecount = {
  "repair": {},
} as const;
export const SubmitForm = {
  "fields": {"required":true,"max":200},
  "form_id": {"max":200},
} as const;
export const SubscribeToNewsletter = {
  "email": {"required":true,"max":254},
  "market": {"required":true,"max":100,"min":1},
  "plan_id": {"max":200,"min":1},
  "id": {"max":200,"min":1},
  "planId": {"max":200,"min":1},
} as const;
export const SubscribeToPlan = {
  "planId": {"required":true,"max":50,"min":1},
  "successUrl": {"required":true,"max":2000,"min":1},
  "cancelUrl": {"required":true,"max":2000,"min":1},
} as const;
export const SyncEngagement = {
  "publication_ids": {"max":100},
  "max_publications": {"max":100,"min":1},
  "max_comment_pages_per_publication": {"max":10,"min":1},
  "max_comments_per_publication": {"max":500,"min":1},
  "sync_metrics": {},
} as const;
export const TagCustomers = {
  "action": {"required":true,"choices":["tag","untag"]},
  "ids": {"required":true,"max":100},
  "tags": {"required":true,"max":20},
} as const;
export const TagOrder = {
  "tags": {"required":true,"max":20},
} as const;
export const TestWebhook = {
  "url": {"required":true,"max":2000},
  "id": {"max":100},
  "name": {"max":200},
  "events": {"max":200},
  "headers": {},
  "secret": {"max":500},
} as const;
export const UpdateAccount = {
  "name": {"max":200},
  "phone_numbers": {"max":20},
  "addresses": {"max":50},
  "lifecycle": {},
  "api_tokens": {"max":20},
} as const;
export const UpdateAgent = {
  "name": {"max":200,"min":1},
  "status": {"choices":["draft","active","archived"]},
  "entry_node_id": {"max":100,"min":1},
  "nodes": {},
  "edges": {"max":1000},
  "ai_config": {},
  "channel_ids": {"max":50},
  "notes": {"max":2000},
  "key": {"max":100,"min":1,"pattern":"^[\\p{L}\\p{N}]([\\p{L}\\p{N}\\p{M}_.-]*[\\p{L}\\p{N}\\p{M}])?$"},
  "version": {"min":1},
} as const;
export const UpdateBusiness = {
  "name": {"max":200},
  "slug": {"max":200},
  "description": {"max":2000},
  "email": {},
  "phone": {"max":200},
  "website": {"max":200},
  "address": {},
  "timezone": {"max":64},
  "networkKey": {"max":63,"min":3,"pattern":"^[a-z0-9]+(-[a-z0-9]+)*$"},
  "status": {"choices":["DRAFT","ACTIVE","ARCHIVED"]},
  "gallery": {"max":100},
  "configs": {},
  "key": {"max":63,"min":3,"pattern":"^[a-z0-9]+(-[a-z0-9]+)*$"},
  "version": {"min":1},
} as const;
export const UpdateBusinessCollection = {
  "slug": {"max":200,"pattern":"^[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}]*([-_.][\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}]*)*$"},
  "description": {"max":5000},
  "type": {"pattern":"^[A-Z][A-Z0-9_]{0,49}$"},
  "blocks": {"max":100},
  "status": {"choices":["DRAFT","PUBLISHED"]},
  "plans": {"max":20},
  "tracking": {},
  "name": {"max":200,"min":1},
  "version": {"min":1},
  "statuses": {"max":1000},
} as const;
export const UpdateBusinessEntry = {
  "collectionId": {"max":200,"min":1},
  "owner": {"max":200,"pattern":"^(collection|order|reservation):[\\w-]+$"},
  "locale": {},
  "status": {"choices":["DRAFT","PUBLISHED"]},
  "blocks": {"max":200},
  "version": {"min":1},
  "statuses": {"max":1000},
} as const;
export const UpdateBusinessEvent = {
  "payload": {"required":true},
} as const;
export const UpdateCart = {
  "market": {"max":100,"min":1},
  "items": {"max":40},
  "shipping_address": {},
  "billing_address": {},
  "forms": {"max":10},
  "promo_code": {"max":64},
  "payment_method_key": {"max":100},
  "shipping_method_id": {"max":100},
  "version": {"min":1},
  "id": {"max":100},
  "store_id": {"max":100},
} as const;
export const UpdateCollection = {
  "version": {"min":1},
  "key": {"max":100,"min":1,"pattern":"^[\\p{L}\\p{N}]([\\p{L}\\p{N}\\p{M}_.-]*[\\p{L}\\p{N}\\p{M}])?$"},
  "fields": {"max":100},
  "status": {"choices":["active","archived"]},
  "schema": {"max":100},
} as const;
export const UpdateCustomer = {
  "name": {"max":200},
  "email": {"max":254},
  "phone": {"max":50},
  "language": {"choices":["en","de"]},
  "tags": {"max":20},
  "addresses": {"max":20},
  "version": {"min":1},
} as const;
export const UpdateEntry = {
  "version": {"min":1},
  "key": {"max":100,"min":1,"pattern":"^[\\p{L}\\p{N}]([\\p{L}\\p{N}\\p{M}_.-]*[\\p{L}\\p{N}\\p{M}])?$"},
  "fields": {"max":200},
  "slug": {},
  "status": {"choices":["active","draft","archived"]},
  "blocks": {"max":200},
} as const;
export const UpdateForm = {
  "key": {"max":100,"min":1,"pattern":"^[\\p{L}\\p{N}]([\\p{L}\\p{N}\\p{M}_.-]*[\\p{L}\\p{N}\\p{M}])?$"},
  "schema": {"max":100},
  "status": {"choices":["active","archived"]},
  "version": {"min":1},
} as const;
export const UpdateLocation = {
  "address": {},
  "is_pickup_location": {},
  "key": {"max":100,"min":1,"pattern":"^[\\p{L}\\p{N}]([\\p{L}\\p{N}\\p{M}_.-]*[\\p{L}\\p{N}\\p{M}])?$"},
  "version": {"min":1},
} as const;
export const UpdateMarket = {
  "version": {"min":1},
  "key": {"max":100,"min":1,"pattern":"^[a-z0-9]+([_-][a-z0-9]+)*$"},
  "currency": {"max":10},
  "tax_mode": {"choices":["EXCLUSIVE","INCLUSIVE"]},
  "tax_bps": {"max":10000,"min":0},
  "payment_methods": {"max":20},
  "zones": {"max":100},
} as const;
export const UpdateMedia = {
  "version": {"min":1},
  "slug": {},
  "alt": {},
} as const;
export const UpdateMember = {
  "role": {"required":true,"choices":["owner","admin","member","viewer"]},
  "version": {"min":1},
} as const;
export const UpdateNode = {
  "parent_id": {"max":200,"min":1},
  "type": {"max":100,"min":1,"pattern":"^[\\w.-]+$"},
  "slug": {},
  "blocks": {"max":200},
  "taxonomies": {"max":8},
  "status": {"choices":["ACTIVE","ARCHIVED"]},
  "key": {"max":100,"min":1,"pattern":"^[\\p{L}\\p{N}]([\\p{L}\\p{N}\\p{M}_.-]*[\\p{L}\\p{N}\\p{M}])?$"},
  "version": {"min":1},
} as const;
export const UpdateOrder = {
  "shipping_address": {},
  "billing_address": {},
  "forms": {"max":10},
  "confirm": {},
  "cancel": {},
  "reason": {"max":500},
  "refund": {"choices":["policy"]},
  "paid": {},
  "items": {"max":80},
  "test": {},
  "version": {"min":1},
  "id": {"max":100},
  "store_id": {"max":100},
} as const;
export const UpdateOwnContact = {
  "consents": {"required":true,"max":4},
} as const;
export const UpdateProduct = {
  "slug": {},
  "blocks": {"max":200},
  "taxonomies": {"max":8},
  "variants": {"max":1000},
  "status": {"choices":["draft","active","archived"]},
  "key": {"max":100,"min":1,"pattern":"^[\\p{L}\\p{N}]([\\p{L}\\p{N}\\p{M}_.-]*[\\p{L}\\p{N}\\p{M}])?$"},
  "version": {"min":1},
} as const;
export const UpdatePromoCode = {
  "code": {"max":64,"min":1,"pattern":"^[\\p{L}\\p{N}]([\\p{L}\\p{N}._+%-]*)$"},
  "discounts": {"max":50},
  "conditions": {"max":20},
  "status": {"choices":["active","archived"]},
  "version": {"min":1},
} as const;
export const UpdateProvider = {
  "key": {"max":100,"min":1,"pattern":"^[\\p{L}\\p{N}]([\\p{L}\\p{N}\\p{M}_.-]*[\\p{L}\\p{N}\\p{M}])?$"},
  "name": {"max":200},
  "description": {"max":10000},
  "slug": {},
  "access": {"choices":["public","private"]},
  "nodeIds": {"max":100},
  "networkIds": {"max":100},
  "blocks": {"max":200},
  "taxonomies": {"max":8},
  "status": {"choices":["DRAFT","ACTIVE","ARCHIVED"]},
  "userId": {"max":100},
  "serviceIds": {"max":40},
  "workingTime": {},
  "concurrentLimit": {"max":10000,"min":1},
  "version": {"min":1},
  "statuses": {"max":100},
  "id": {},
} as const;
export const UpdatePublication = {
  "version": {"min":1},
  "social_account_id": {"max":200,"min":1},
  "content": {},
  "key": {"max":100,"min":1},
  "scheduled_at": {},
} as const;
export const UpdateReservation = {
  "status": {},
  "parts": {"max":10},
  "blocks": {"max":200},
  "refund": {"choices":["policy"]},
  "version": {"min":1},
  "payment": {},
  "id": {"max":100},
  "statuses": {"max":100},
  "items": {"max":10},
} as const;
export const UpdateService = {
  "key": {"max":100,"min":1,"pattern":"^[\\p{L}\\p{N}]([\\p{L}\\p{N}\\p{M}_.-]*[\\p{L}\\p{N}\\p{M}])?$"},
  "name": {"max":200},
  "description": {"max":10000},
  "slug": {},
  "access": {"choices":["public","private"]},
  "nodeIds": {"max":100},
  "networkIds": {"max":100},
  "blocks": {"max":200},
  "taxonomies": {"max":8},
  "status": {"choices":["DRAFT","ACTIVE","ARCHIVED"]},
  "prices": {"max":100},
  "durations": {"max":50},
  "slotInterval": {"max":1440,"min":1},
  "isApprovalRequired": {},
  "location": {},
  "providers": {"max":40},
  "version": {"min":1},
  "statuses": {"max":100},
  "pricing": {},
  "duration": {"max":604800,"min":60},
  "providerIds": {"max":40},
  "id": {},
} as const;
export const UpdateServiceProvider = {
  "providerId": {"max":100,"min":1},
  "workingDays": {"max":50},
  "outcastDates": {"max":366},
  "specificDates": {"max":1000},
  "workingTime": {},
  "prices": {"max":100},
  "durations": {"max":50},
  "isApprovalRequired": {},
  "version": {"min":1},
  "id": {},
} as const;
export const UpdateShipment = {
  "version": {"min":1},
  "status": {"choices":["in_transit","out_for_delivery","delivered","failed","returned"]},
  "tracking_number": {"max":100},
  "tracking_url": {"max":2000},
} as const;
export const UpdateStore = {
  "name": {"max":200},
  "timezone": {"max":64},
  "status": {"choices":["DRAFT","ACTIVE","ARCHIVED"]},
  "languages": {"max":100},
  "emails": {},
  "origins": {"max":50},
  "billing_email": {"max":254},
  "key": {"max":63,"min":3,"pattern":"^[a-z0-9]+(-[a-z0-9]+)*$"},
  "version": {"min":1},
} as const;
export const UpdateSubmission = {
  "fields": {"required":true,"max":200},
  "version": {"min":1},
} as const;
export const UpdateTaxonomy = {
  "parent_id": {"max":200,"min":1},
  "schema": {"max":50},
  "status": {"choices":["active","archived"]},
  "key": {"max":100,"min":1,"pattern":"^[\\p{L}\\p{N}]([\\p{L}\\p{N}\\p{M}_.-]*[\\p{L}\\p{N}\\p{M}])?$"},
  "version": {"min":1},
} as const;
export const UpdateUser = {
  "name": {"max":200},
  "phoneNumbers": {"max":20},
  "addresses": {"max":50},
  "businessUserConfigs": {"max":100},
  "lifecycle": {},
  "apiTokens": {"max":20},
} as const;
export const UpdateWebhook = {
  "version": {"min":1},
  "key": {"max":200,"min":1},
  "name": {"max":200},
  "url": {"max":2000},
  "events": {"max":200},
  "headers": {},
  "secret": {"max":500},
  "enabled": {},
} as const;
export const ValidateContent = {
  "social_account_id": {"required":true,"max":200,"min":1},
  "content": {"required":true},
  "scheduled_at": {},
} as const;
export const VerifyCode = {
  "code": {"required":true,"max":20},
  "challenge_id": {"max":100},
  "email": {"max":254},
} as const;
export const VerifyContact = {
  "code": {"required":true,"max":20},
  "challenge_id": {"max":100},
  "email": {"max":254},
} as const;
