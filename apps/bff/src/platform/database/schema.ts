// Generated from schema.sql: `pnpm vitest run --project=bff apps/bff/src/platform/database/schema.test.ts -u`.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** Rows as the driver reads them: bigint is text, so that no digit is lost. Values of jsonb are written as text. */
export interface Schema {
  assignments: {
    subject_kind: 'order' | 'lead';
    subject_id: string;
    operator_id: string;
    assigned_at: Date;
  };
  audit_log: {
    id: ColumnType<string, number | string, number | string>;
    at: Date;
    operator_id: string | null;
    operator_email: string;
    action: string;
    subject_kind: string;
    subject_id: string;
    detail: ColumnType<unknown, string, string>;
    request_id: string | null;
    hash: Buffer;
  };
  batch_changes: {
    id: GeneratedAlways<string>;
    batch_id: ColumnType<string, number | string, number | string>;
    course_id: ColumnType<string, number | string, number | string>;
    kind: 'changed' | 'vanished';
    batch: ColumnType<unknown, string | null | undefined, string | null>;
    state: 'open' | 'confirmed' | 'dismissed' | 'over';
    note: string | null;
    found_at: Date;
    settled_at: Date | null;
  };
  batch_joining: {
    batch_id: ColumnType<string, number | string, number | string>;
    joining: string | null;
    version: number;
    told_version: number;
    updated_at: Date;
  };
  batch_messages: {
    id: string;
    batch_id: ColumnType<string, number | string, number | string>;
    subject: string;
    body: string;
    sent_by: string;
    addresses: number;
    suppressed: number;
    created_at: Date;
  };
  batch_sell_outs: {
    batch_id: ColumnType<string, number | string, number | string>;
    is_sold_out: boolean;
    times: number;
    updated_at: Date;
  };
  billing_corrections: {
    order_id: string;
    billing: ColumnType<unknown, string, string>;
    times: Generated<number>;
    asked_at: Date;
    settled_at: Date | null;
  };
  booking_changes: {
    id: string;
    number: GeneratedAlways<string>;
    order_id: string;
    seats: number | null;
    batch: ColumnType<unknown, string | null | undefined, string | null>;
    requested_by: 'payer' | 'operator' | null;
    attendees: ColumnType<unknown, string | null | undefined, string | null>;
    attendees_version: number | null;
    state: 'due' | 'accepted' | 'refused' | 'by_hand' | 'closed';
    attempts: Generated<number>;
    busy_until: Date | null;
    reason: string | null;
    open_case: ColumnType<string | null, number | string | null | undefined, number | string | null>;
    case_open: Generated<boolean>;
    created_at: Date;
    updated_at: Date;
  };
  cases: {
    id: GeneratedAlways<string>;
    order_id: string | null;
    kind: 'booking_review' | 'booking_overdue' | 'late_payment' | 'second_payment' | 'unfit_payment' | 'refund_unsent' | 'refund_failed' | 'return_undecided' | 'dispute' | 'unreadable_payment' | 'order_missing' | 'payment_of_another_order' | 'refund_overdue' | 'cancellation_refused' | 'attendees_refused' | 'move_refused' | 'invoice_correction' | 'change_requested' | 'batch_changed' | 'batch_vanished' | 'books_differ' | 'dashboard_refund_failed' | 'returned_too_much' | 'glyph_missing';
    subject: string;
    reason: string | null;
    opened_at: Date;
    closed_at: Date | null;
    note: string | null;
    open: Generated<boolean | null>;
  };
  change_requests: {
    id: string;
    order_id: string;
    change: 'attendees' | 'cancel' | 'move';
    requested: ColumnType<unknown, string, string>;
    created_at: Date;
  };
  complaints: {
    id: string;
    number: number;
    channel: 'mail' | 'phone' | 'letter' | 'other';
    name: string;
    email: string;
    phone: string;
    order_id: string | null;
    matter: string;
    received_at: Date;
    recorded_at: Date;
    acknowledge_by: Date;
    redress_by: Date;
    acknowledged_at: Date | null;
    closed_at: Date | null;
    outcome: 'redressed' | 'rejected' | 'withdrawn' | null;
    answer: string | null;
    erased_at: Date | null;
  };
  consents: {
    id: Generated<string>;
    address_key: string;
    channel: 'email' | 'whatsapp' | 'phone';
    text_version: string;
    form: string;
    lead_id: string | null;
    order_id: string | null;
    given_at: Generated<Date>;
    withdrawn_at: Date | null;
  };
  coupon_uses: {
    order_id: string;
    coupon_id: ColumnType<string, number | string, number | string>;
    state: 'reserved' | 'redeemed' | 'released';
    reserved_at: Date;
    updated_at: Date;
  };
  coupons: {
    id: GeneratedAlways<string>;
    code: string;
    label: string;
    percent: number | null;
    amount_paise: ColumnType<string | null, number | string | null | undefined, number | string | null>;
    courses: ColumnType<string[], number[] | undefined, number[]>;
    categories: Generated<string[]>;
    batches: ColumnType<string[], number[] | undefined, number[]>;
    starts_at: Date;
    ends_at: Date | null;
    max_uses: number | null;
    max_uses_per_email: number | null;
    least_seats: Generated<number>;
    by_itself: Generated<boolean>;
    closed_at: Date | null;
    created_at: Date;
  };
  crm_session: {
    id: number;
    access_token: string | null;
    api_domain: string | null;
    expires_at: Date | null;
    credentials: string | null;
    paused_until: Date | null;
  };
  data_requests: {
    id: string;
    kind: 'access' | 'erasure';
    token_hash: string;
    email: string;
    created_at: Date;
    expires_at: Date;
    confirmed_at: Date | null;
    due_at: Date | null;
    closed_at: Date | null;
    outcome: 'erased' | 'refused' | null;
    note: string | null;
  };
  differences: {
    id: GeneratedAlways<string>;
    kind: 'batch_seats' | 'booking' | 'refund' | 'payment';
    subject: string;
    title: string;
    order_id: string | null;
    batch_id: ColumnType<string | null, number | string | null | undefined, number | string | null>;
    ours: string;
    theirs: string;
    found_at: Date;
  };
  disputes: {
    id: string;
    order_id: string;
    payment_id: string;
    state: 'open' | 'waiting' | 'over';
    status: string;
    phase: string | null;
    amount_paise: ColumnType<string, number | string, number | string>;
    lost_paise: ColumnType<string, number | string, number | string>;
    respond_by: Date | null;
    created_at: Date;
    updated_at: Date;
  };
  document_requests: {
    id: string;
    order_id: string;
    kind: 'invoice' | 'correction';
    order_version: number;
    supply: ColumnType<unknown, string, string>;
    credited_paise: ColumnType<string | null, number | string | null | undefined, number | string | null>;
    reason: 'cancellation' | 'part_cancellation' | 'goodwill' | 'correction' | 'dispute' | 'returned' | null;
    cancelled_seats: Generated<number>;
    issue_from: Date | null;
    is_settled: Generated<boolean>;
    created_at: Date;
  };
  invoice_counters: {
    series: string;
    financial_year: string;
    last_number: number;
    last_issued_at: Date;
  };
  invoice_files: {
    number: string;
    body: Buffer;
    sha256: string;
    created_at: Date;
  };
  invoices: {
    number: string;
    request_id: string;
    order_id: string;
    kind: 'invoice' | 'credit_note' | 'receipt_voucher' | 'refund_voucher';
    series: string;
    financial_year: string;
    serial: number;
    reference: string | null;
    issued_at: Date;
    issued_on: string;
    registered: boolean;
    place_of_supply: string;
    place_assumed: boolean;
    taxable_paise: ColumnType<string, number | string, number | string>;
    cgst_paise: ColumnType<string, number | string, number | string>;
    sgst_paise: ColumnType<string, number | string, number | string>;
    utgst_paise: ColumnType<string, number | string, number | string>;
    igst_paise: ColumnType<string, number | string, number | string>;
    round_off_paise: ColumnType<string, number | string, number | string>;
    total_paise: ColumnType<string, number | string, number | string>;
    e_invoice: ColumnType<unknown, string, string>;
    details: ColumnType<unknown, string, string>;
    irn: string | null;
    ack_no: string | null;
    ack_on: string | null;
    signed_qr: string | null;
  };
  lead_events: {
    id: GeneratedAlways<string>;
    lead_id: string;
    kind: string;
    detail: string | null;
    at: Generated<Date>;
  };
  lead_file_chunks: {
    file_id: string;
    number: number;
    bytes: Buffer;
  };
  lead_files: {
    id: string;
    lead_id: string | null;
    name: string;
    type: string;
    size: Generated<number>;
    created_at: Generated<Date>;
    suspect: Generated<boolean>;
  };
  lead_search: {
    id: string;
    form: string;
    course: string;
    source: string;
    words: string;
  };
  lead_submissions: {
    submission_id: string;
    lead_id: string;
    received_at: Generated<Date>;
  };
  leads: {
    id: string;
    door: 'form' | 'crm';
    form: string;
    submission_id: string | null;
    body_hash: string;
    email: string;
    values: ColumnType<unknown, string, string>;
    attribution: ColumnType<unknown, string | null | undefined, string | null>;
    page_url: string;
    forward_state: 'received' | 'saved' | 'refused' | 'refused_late' | 'quarantined' | 'rejected' | 'not_needed' | 'withdrawn';
    forward_attempts: Generated<number>;
    forward_due_at: Date | null;
    forward_busy_until: Date | null;
    crm_state: 'waiting' | 'pending' | 'delivered' | 'dead' | 'none' | 'withdrawn';
    crm_attempts: Generated<number>;
    crm_first_failed_at: Date | null;
    crm_due_at: Date | null;
    crm_id: string | null;
    answer: ColumnType<unknown, string | null | undefined, string | null>;
    last_error: string | null;
    received_at: Generated<Date>;
    updated_at: Generated<Date>;
    delivered_at: Date | null;
    erased_at: Date | null;
    crm_busy_until: Date | null;
    request_id: string | null;
    notice_version: string | null;
  };
  ledger_entries: {
    id: GeneratedAlways<string>;
    order_id: string;
    payment_id: string;
    debit: 'gateway' | 'in_flight' | 'undecided' | 'disputed' | 'bank' | 'customer' | 'unmatched' | 'owed' | 'requested' | 'goodwill' | 'bad_debt' | 'fees' | 'input_gst';
    credit: 'gateway' | 'in_flight' | 'undecided' | 'disputed' | 'bank' | 'customer' | 'unmatched' | 'owed' | 'requested' | 'goodwill' | 'bad_debt' | 'fees' | 'input_gst';
    paise: ColumnType<string, number | string, number | string>;
    reason: 'sale' | 'unmatched' | 'seat' | 'no_seats' | 'goodwill' | 'price_reduction' | 'service_supplied' | 'refund' | 'transfer' | 'dispute' | 'fee' | 'settlement';
    cause: string;
    step: number;
    day: Generated<string>;
    at: Generated<Date>;
  };
  mail_bounces: {
    event_id: string;
    received_at: Date;
  };
  mail_daily_counts: {
    address_key: string;
    day: string;
    mails: number;
  };
  mail_minutes: {
    minute: Date;
    mails: number;
  };
  mail_suppressions: {
    address_key: string;
    shown: string;
    source: 'smtp' | 'bounce' | 'complaint';
    reason: string | null;
    created_at: Date;
  };
  mails: {
    id: string;
    cause: string;
    kind: string;
    order_id: string | null;
    lead_id: string | null;
    recipient: string;
    facts: ColumnType<unknown, string, string>;
    data: ColumnType<unknown, string | null | undefined, string | null>;
    state: 'due' | 'sent' | 'refused' | 'dropped' | 'bounced';
    reason: string | null;
    attempts: Generated<number>;
    next_try_at: Date;
    busy_until: Date | null;
    due_since: Date;
    expires_at: Date | null;
    message_id: string | null;
    copy: Generated<number>;
    created_at: Date;
    updated_at: Date;
    sent_at: Date | null;
    erased_at: Date | null;
  };
  manage_links: {
    token_hash: string;
    order_id: string;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
  operations: {
    id: string;
    name: string;
    input: ColumnType<unknown, string, string>;
    operator_email: string;
    state: 'waiting' | 'running' | 'succeeded' | 'failed';
    done: Generated<number>;
    failed: Generated<number>;
    message: string | null;
    output: ColumnType<unknown, string | null | undefined, string | null>;
    busy_until: Date | null;
    attempt: Generated<number>;
    created_at: Date;
    ended_at: Date | null;
  };
  operator_accounts: {
    id: string;
    user_id: string;
    account_id: string;
    provider_id: string;
    access_token: string | null;
    refresh_token: string | null;
    id_token: string | null;
    access_token_expires_at: Date | null;
    refresh_token_expires_at: Date | null;
    scope: string | null;
    password: string | null;
    created_at: Date;
    updated_at: Date;
  };
  operator_actions: {
    key: string;
    name: string;
    operator_email: string;
    input_hash: string;
    answer: ColumnType<unknown, string | null | undefined, string | null>;
    created_at: Date;
  };
  operator_deeds: {
    key: string;
    operator_id: string;
    request_hash: string;
    request_id: string;
    done: string | null;
    created_at: Date;
  };
  operator_failures: {
    key: string;
    failures: number;
    last_at: Date;
    locked_until: Date | null;
  };
  operator_invitations: {
    token_hash: string;
    email: string;
    role: 'viewer' | 'desk' | 'finance' | 'admin';
    expires_at: Date;
    used_at: Date | null;
    created_at: Date;
  };
  operator_passkeys: {
    id: string;
    user_id: string;
    name: string | null;
    public_key: string;
    credential_id: string;
    counter: number;
    device_type: string;
    backed_up: boolean;
    transports: string | null;
    aaguid: string | null;
    created_at: Date | null;
  };
  operator_sessions: {
    id: string;
    user_id: string;
    token: string;
    expires_at: Date;
    ip_address: string | null;
    user_agent: string | null;
    proved_at: Date | null;
    created_at: Date;
    updated_at: Date;
    by_oidc: Generated<boolean>;
  };
  operator_two_factors: {
    id: string;
    user_id: string;
    secret: string;
    backup_codes: string;
    verified: Generated<boolean | null>;
    failed_verification_count: Generated<number | null>;
    locked_until: Date | null;
  };
  operator_used_codes: {
    code_key: string;
    used_at: Date;
  };
  operator_verifications: {
    id: string;
    identifier: string;
    value: string;
    expires_at: Date;
    created_at: Date;
    updated_at: Date;
  };
  operator_views: {
    id: GeneratedAlways<string>;
    operator_id: string;
    name: string;
    filter: ColumnType<unknown, string, string>;
    created_at: Date;
  };
  operators: {
    id: string;
    name: string;
    email: string;
    email_verified: Generated<boolean>;
    image: string | null;
    role: Generated<'viewer' | 'desk' | 'finance' | 'admin'>;
    two_factor_enabled: Generated<boolean>;
    disabled_at: Date | null;
    created_at: Date;
    updated_at: Date;
  };
  opt_outs: {
    address_key: string;
    id: string;
    email: string;
    asked_at: Date;
    crm_state: 'pending' | 'told';
    crm_due_at: Date | null;
    last_error: string | null;
  };
  order_events: {
    id: GeneratedAlways<string>;
    order_id: string;
    at: Date;
    source: 'browser' | 'webhook' | 'reconciler' | 'worker' | 'operator';
    event: string;
    payment_id: string | null;
    note: string | null;
    state: 'created' | 'attempted' | 'paid' | 'booked' | 'needs_review' | 'refund_due' | 'refunded' | 'cancelled';
  };
  order_payments: {
    payment_id: string;
    order_id: string;
    role: 'tried' | 'pays' | 'stray';
    refund: 'none' | 'due' | 'done';
    status: string;
    amount_paise: ColumnType<string, number | string, number | string>;
    currency: string;
    seen_at: Date;
    updated_at: Date;
    kept_paise: ColumnType<string, number | string | undefined, number | string>;
    owed_paise: ColumnType<string, number | string | undefined, number | string>;
    unmatched_paise: ColumnType<string, number | string | undefined, number | string>;
    undecided_paise: ColumnType<string, number | string | undefined, number | string>;
    uncaptured: Generated<boolean>;
    refunds_checked_at: Date | null;
    auto_refund_at: Date | null;
  };
  order_search: {
    id: string;
    created_at: Date;
    words: string;
  };
  orders: {
    id: string;
    razorpay_order_id: string | null;
    state: 'created' | 'attempted' | 'paid' | 'booked' | 'needs_review' | 'refund_due' | 'refunded' | 'cancelled';
    booking: 'none' | 'due' | 'ordered' | 'booked' | 'review' | 'late' | 'dropped';
    batch: ColumnType<unknown, string, string>;
    seats: number;
    unit_paise: ColumnType<string, number | string, number | string>;
    sub_total_paise: ColumnType<string, number | string, number | string>;
    gst_paise: ColumnType<string, number | string, number | string>;
    total_paise: ColumnType<string, number | string, number | string>;
    first_name: string;
    last_name: string;
    email: string;
    phone_number: string;
    attribution: ColumnType<unknown, string | null | undefined, string | null>;
    receipt_token: string;
    payment_id: string | null;
    review_reason: string | null;
    booking_attempts: Generated<number>;
    booking_claimed_until: Date | null;
    next_check_at: Date | null;
    paid_at: Date | null;
    booked_at: Date | null;
    created_at: Date;
    updated_at: Date;
    version: Generated<number>;
    request_id: string | null;
    booking_overdue: Generated<boolean>;
    cancelled_seats: Generated<number>;
    told_seats: Generated<number>;
    seat_hold: 'held' | 'released' | null;
    held_until: Date | null;
    held_for_address: string | null;
    discount_paise: ColumnType<string, number | string | undefined, number | string>;
    coupon_code: string | null;
    billing_state: string | null;
    supplier_state: string | null;
    booking_body: string | null;
    attendees: ColumnType<unknown, string | undefined, string>;
    attendees_version: Generated<number>;
    attendees_told: Generated<number>;
    place_of_supply: string | null;
    place_assumed: Generated<boolean>;
    company: ColumnType<unknown, string | null | undefined, string | null>;
    billing_address: ColumnType<unknown, string | null | undefined, string | null>;
    moved_at: Date | null;
    notice_version: string | null;
    terms: ColumnType<unknown, string, string>;
  };
  payment_claims: {
    payment_id: string;
    razorpay_order_id: string;
    received_at: Date;
    next_check_at: Date;
    settled_at: Date | null;
    outcome: 'taken' | 'given_up' | null;
  };
  refunds: {
    id: string;
    order_id: string;
    payment_id: string;
    razorpay_refund_id: string | null;
    amount_paise: ColumnType<string, number | string, number | string>;
    state: 'requested' | 'pending' | 'processed' | 'failed';
    source: 'operator' | 'dashboard' | 'automatic';
    seats: number | null;
    note: string | null;
    reason: string | null;
    created_at: Date;
    updated_at: Date;
  };
  schedule_runs: {
    name: string;
    succeeded_at: Date | null;
    failed_at: Date | null;
  };
  seat_batches: {
    batch_id: ColumnType<string, number | string, number | string>;
    seats_total: number | null;
    seats_left: number | null;
    read_at: Date;
  };
  settled_entries: {
    id: string;
    type: string;
    payment_id: string | null;
    dispute_id: string | null;
    amount_paise: ColumnType<string, number | string, number | string>;
    credit_paise: ColumnType<string, number | string, number | string>;
    debit_paise: ColumnType<string, number | string, number | string>;
    fee_paise: ColumnType<string, number | string, number | string>;
    tax_paise: ColumnType<string, number | string, number | string>;
    settlement_id: string;
    utr: string | null;
    settled_at: Date;
  };
  unfinished_checkouts: {
    order_id: string;
    email_key: string;
    course_id: ColumnType<string, number | string, number | string>;
    token: string;
    mails: number;
    noted_at: Date;
    opened_at: Date | null;
    resumed_order_id: string | null;
  };
  unsubscribe_links: {
    token: string;
    address_key: string;
    email: string;
    created_at: Generated<Date>;
  };
  visit_counts: {
    day: string;
    step: string;
    route: string;
    course: string;
    source: string;
    campaign: string;
    visits: ColumnType<string, number | string, number | string>;
  };
  vital_counts: {
    day: string;
    route: string;
    vital: string;
    up_to: number;
    visits: ColumnType<string, number | string, number | string>;
  };
  waitlist_entries: {
    lead_id: string;
    course_id: ColumnType<string, number | string, number | string>;
    batch_id: ColumnType<string, number | string, number | string>;
    seats: number;
    state: 'waiting' | 'offered' | 'taken' | 'declined' | 'lapsed' | 'closed';
    joined_at: Date;
    passed_over_at: Date | null;
    passed_over_seats: number | null;
    token: string | null;
    batch: ColumnType<unknown, string | null | undefined, string | null>;
    offered_at: Date | null;
    offer_ends_at: Date | null;
    order_id: string | null;
    note: string | null;
    updated_at: Date;
  };
  webhook_events: {
    event_id: string;
    event: string;
    received_at: Date;
    outcome: 'taken' | 'ignored' | 'set_aside' | null;
    order_id: string | null;
  };
}
