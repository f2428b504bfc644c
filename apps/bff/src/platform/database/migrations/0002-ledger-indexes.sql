-- Every read of an order sums its entries, and the reconciliation of a month those of its payments.
create index ledger_entries_of_order on ledger_entries (order_id);
create index ledger_entries_of_payment on ledger_entries (payment_id);
