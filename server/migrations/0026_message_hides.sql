-- A message that goes takes along who has hidden it: without this, each would look through all that anybody has ever hidden.
create index message_hides_message on message_hides (message_id);
