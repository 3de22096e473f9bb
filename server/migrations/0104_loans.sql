-- A thing that is lent: the deal is accepted until the thing is back, and has a day on which it is due.
alter table deals
  -- Null: no loan. Until the deal is accepted, the day that was asked for first.
  add column return_on date,
  -- When the borrower said that the thing is back; the owner confirms it.
  add column return_claimed_at timestamptz,
  -- The day, where the person lives, of the last reminder.
  add column seller_reminded_on date,
  add column buyer_reminded_on date;
alter table deals add constraint deals_loan_check
  check (return_on is not null
    or (return_claimed_at is null and seller_reminded_on is null and buyer_reminded_on is null));
-- Loans that run, for the reminders.
create index deals_loans on deals (return_on) where state = 'accepted' and return_on is not null;

-- Null: the offer names a price. A loan costs nothing.
alter table deal_offers add column return_on date;
alter table deal_offers add constraint deal_offers_loan_check check (return_on is null or price_roubles = 0);
