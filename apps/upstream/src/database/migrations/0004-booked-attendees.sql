-- As the booking was sent; "attendees" has them as they are after its changes.
ALTER TABLE bookings ADD COLUMN booked_attendees jsonb;
