package loyalty

import "time"

// MailKind is what an e-mail is about.
type MailKind string

// The kinds of e-mail. The first goes to customers, the others to owners.
const (
	MailCode            MailKind = "CODE"             // a code with which a customer signs in to the portal
	MailPasswordReset   MailKind = "PASSWORD_RESET"   // a link to choose a new password
	MailPasswordChanged MailKind = "PASSWORD_CHANGED" // that it was chosen
)

// PasswordResetLife is how long a link to choose a new password is valid.
const PasswordResetLife = 30 * time.Minute

// Mail is an e-mail to a customer that waits to be sent. Nothing is kept of one that was.
type Mail struct {
	BusinessID string
	ID         string
	CustomerID string
	Kind       MailKind
	Address    string // of the customer, as it stands on her record
	Sender     string // who it is shown to come from: Business.SenderName
	Subject    string
	Text       string
	CreatedAt  time.Time
	SendAt     time.Time // its place in the queue, earliest first; zero: CreatedAt
	ExpiresAt  time.Time // from then on it is not sent any more
	Tries      int64
}
