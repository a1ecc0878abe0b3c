package loyalty

import "time"

// MailKind is the kind of an e-mail.
type MailKind string

// The first two are for customers.
const (
	MailCode            MailKind = "CODE"
	MailQR              MailKind = "QR"
	MailPasswordReset   MailKind = "PASSWORD_RESET"
	MailPasswordChanged MailKind = "PASSWORD_CHANGED"
	MailInvitation      MailKind = "INVITATION"
	MailSignInAlert     MailKind = "ACCOUNT_TRIED"
	MailNewDevice       MailKind = "NEW_DEVICE"
	MailSecondFactor    MailKind = "SECOND_FACTOR"
	MailWeek            MailKind = "WEEK"
)

// PasswordResetLifetime is how long a reset link is valid.
const PasswordResetLifetime = 30 * time.Minute

// Lifetime returns how long a mail to a customer may be sent. After a day, the customer uses the QR on the screen.
func (k MailKind) Lifetime() time.Duration {
	if k == MailQR {
		return 24 * time.Hour
	}
	return CodeLifetime
}

// MailPictureID is the picture's content id.
const MailPictureID = "qr.png"

// Mail is a queued e-mail; sent ones are removed.
type Mail struct {
	BusinessID string
	ID         string
	CustomerID string
	Kind       MailKind
	Address    string
	Sender     string
	Subject    string
	Text       string
	HTML       string // empty: plain text only
	Picture    string // PNG, rendered at sending
	CreatedAt  time.Time
	SendAt     time.Time // earliest first; zero: CreatedAt
	ExpiresAt  time.Time
	Tries      int64
}
