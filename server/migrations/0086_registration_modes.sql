-- Codes that staff hand out and that admit one newcomer each, where registration is by invitation.
CREATE TABLE invitation_codes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code text NOT NULL UNIQUE,
  note text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  -- Whoever of the staff made it. No reference: the code stays when they are erased.
  created_by bigint NOT NULL,
  used_at timestamptz,
  used_by bigint REFERENCES users (id) ON DELETE SET NULL
);
CREATE INDEX invitation_codes_used_by ON invitation_codes (used_by) WHERE used_by IS NOT NULL;

-- Newcomers whom staff have to approve. They wait once their address is confirmed.
CREATE TABLE registration_requests (
  user_id bigint PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  reason text NOT NULL,
  state text NOT NULL CHECK (state IN ('unconfirmed', 'waiting', 'accepted', 'refused')),
  requested_at timestamptz NOT NULL,
  decided_at timestamptz,
  -- No reference: the decision stays when whoever decided is erased.
  decided_by bigint,
  answer text NOT NULL DEFAULT ''
);
CREATE INDEX registration_requests_waiting ON registration_requests (requested_at, user_id) WHERE state = 'waiting';
