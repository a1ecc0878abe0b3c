package store

import "axioma/internal/loyalty"

var userRow = columns[loyalty.User]{
	{
		name: "id",
		bind: func(u loyalty.User) any { return u.ID },
		dest: func(u *loyalty.User) any { return &u.ID },
	},
	{
		name: "email",
		bind: func(u loyalty.User) any { return u.Email },
		dest: func(u *loyalty.User) any { return &u.Email },
	},
	{
		name: "name",
		bind: func(u loyalty.User) any { return u.Name },
		dest: func(u *loyalty.User) any { return &u.Name },
	},
	{
		name: "role",
		bind: func(u loyalty.User) any { return u.Role },
		dest: func(u *loyalty.User) any { return &u.Role },
	},
	{
		name: "password_hash", withheldReason: "a secret",
		bind: func(u loyalty.User) any { return u.PasswordHash },
		dest: func(u *loyalty.User) any { return &u.PasswordHash },
	},
	{
		name: "password_until", withheldReason: "decides whether the user must choose a password",
		bind: func(u loyalty.User) any { return millis(u.PasswordExpiresAt) },
		dest: func(u *loyalty.User) any { return (*optionalInstant)(&u.PasswordExpiresAt) },
	},
	{
		name: "token_version", withheldReason: "decides which sessions are valid",
		bind: func(u loyalty.User) any { return u.TokenVersion },
		dest: func(u *loyalty.User) any { return &u.TokenVersion },
	},
	{name: "previous_token_version", withheldReason: "decides which sessions are valid"},
	{name: "previous_token_version_at", withheldReason: "decides which sessions are valid"},
	{
		name: "totp_secret", withheldReason: "a secret",
		dest: func(u *loyalty.User) any { return (*optionalText)(&u.SecondFactor.Secret) },
	},
	{
		name: "totp_enrolled_at", withheldReason: "decides what a sign-in needs",
		dest: func(u *loyalty.User) any { return (*optionalInstant)(&u.SecondFactor.EnrolledAt) },
	},
	{
		name: "passkey_count", withheldReason: "decides what a sign-in needs",
		dest: func(u *loyalty.User) any { return &u.SecondFactor.PasskeyCount },
	},
	{
		name: "totp_step", withheldReason: "decides which code is accepted next",
		dest: func(u *loyalty.User) any { return (*optionalInt)(&u.SecondFactor.Step) },
	},
	{
		name: "totp_next_secret", withheldReason: "a secret",
		dest: func(u *loyalty.User) any { return (*optionalText)(&u.SecondFactor.NextSecret) },
	},
	{
		name: "totp_session", withheldReason: "decides which session may repeat its confirmation",
		dest: func(u *loyalty.User) any { return (*optionalText)(&u.SecondFactor.SessionID) },
	},
	{name: "disabled_at", dest: func(u *loyalty.User) any { return (*optionalInstant)(&u.DisabledAt) }},
	{name: "attacked_at", dest: func(u *loyalty.User) any { return (*optionalInstant)(&u.TriedAt) }},
	{
		name: "created_at",
		bind: func(u loyalty.User) any { return millis(u.CreatedAt) },
		dest: func(u *loyalty.User) any { return (*optionalInstant)(&u.CreatedAt) },
	},
}

// Operators have no business.
var (
	insertUser = userRow.insertSQL(`users`, `business_id`) + ` ON CONFLICT (email) DO NOTHING`

	selectUsers  = `SELECT` + userRow.selectList(`u`) + `, u.business_id FROM users u WHERE `
	userByID     = selectUsers + `u.id = $1`
	userByEmail  = selectUsers + `u.email = $1`
	staff        = selectUsers + `u.business_id = $1 ORDER BY u.email`
	operators    = selectUsers + `u.business_id IS NULL ORDER BY u.email`
	ownerByEmail = `SELECT` + userRow.selectList(`u`) + `, u.business_id FROM users u JOIN businesses b ON b.id = u.business_id
		WHERE u.email = $1 AND u.role = 'OWNER' AND u.disabled_at IS NULL AND b.status = 'ACTIVE'`
	usersAfter = selectUsers + `u.id > $1 ORDER BY u.id LIMIT $2`
)

func scanUser(row scanner) (loyalty.User, error) {
	var u loyalty.User
	err := row.Scan(userRow.scanTargets(&u, (*optionalText)(&u.BusinessID))...)
	return u, err
}
