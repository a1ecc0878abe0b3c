// Package messaging holds the use cases of messages: they are queued, handed to
// whoever sends them and tried again; what customers write back is heard; and
// marketing is written to those who have agreed to it.
//
// It knows nothing of how a provider sends, which is for package whatsapp, nor of who
// may sign in: the codes that it carries are made by package access.
package messaging

import (
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
)

// Sender says how messages leave the house.
type Sender struct {
	Provider string // ProviderLog when empty
	Number   string // the platform's own, E.164; empty while none is set up
	NumberID string // what the provider calls it
	Hears    bool   // what customers write to the number reaches us
}

// ProviderLog is the provider that brings messages to nobody: they are read in the control panel.
const ProviderLog = "log"

// Post is all that has to do with messages to customers and from them.
type Post struct {
	Messages  *Messages
	Queue     *Queue
	Inbox     *Inbox
	Marketing *Marketing
	Restored  *RestoredMessages
	Tokens    *ProviderTokens
}

// Options are what messaging needs of the world.
type Options struct {
	Sender    Sender
	PublicURL string // where customers reach the program, without trailing slash
	Wallets   bool   // cards can be put into a telephone's wallet
	Mail      bool   // e-mails leave
	MailRoom  MailRoom
	TakeProof ProofTaker
}

// New returns messaging on a base.
func New(base *usecase.Base, qrCodes *usecase.QRCodes, options Options) Post {
	if options.Sender.Provider == "" {
		options.Sender.Provider = ProviderLog
	}
	base.LimitHits.Declare(limitOf(loyalty.HeldByRate), limitOf(loyalty.HeldByDaily), limitOf(loyalty.HeldByMonthly))
	messages := &Messages{base: base, sender: options.Sender, publicURL: options.PublicURL, wallets: options.Wallets, mail: options.Mail, mailRoom: options.MailRoom, looks: looks{last: map[look]time.Time{}}}
	marketing := &Marketing{base: base, messages: messages}
	return Post{
		Messages:  messages,
		Marketing: marketing,
		Restored:  &RestoredMessages{base},
		Tokens:    &ProviderTokens{base},
		Queue:     &Queue{base: base, messages: messages, marketing: marketing, qrCodes: qrCodes},
		Inbox: &Inbox{
			base: base, messages: messages, marketing: marketing, takeProof: options.TakeProof, noticesKept: make(chan struct{}, 1),
		},
	}
}

// Chores remove what messaging needs no longer.
func (p *Post) Chores() []usecase.MaintenanceTask {
	return []usecase.MaintenanceTask{p.Inbox.ForgetNotices}
}
