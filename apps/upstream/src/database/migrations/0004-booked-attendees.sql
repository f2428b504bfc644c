-- The attendees as the booking was sent. The column "attendees" has the attendees after all changes.
ALTER TABLE bookings ADD COLUMN booked_attendees jsonb;
