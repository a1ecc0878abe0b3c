package service

import "time"

// Sender says how messages leave the house.
type Sender struct {
	Provider string // ProviderLog when empty
	Number   string // the platform's own, E.164; empty while none is set up
	NumberID string // what the provider calls it
	Hears    bool   // what customers write to the number reaches us
}

// ProviderLog is the provider that writes messages to the server's log.
const ProviderLog = "log"

// Messaging is all that has to do with messages to customers and from them.
type Messaging struct {
	Outbox    *Outbox
	Queue     *Queue
	Inbox     *Inbox
	Marketing *Marketing
}

// MessagingOptions are what messaging needs of the world.
type MessagingOptions struct {
	Sender    Sender
	PublicURL string // where customers reach the program, without trailing slash
	TakeProof ProofTaker
}

// newMessaging returns messaging on a base.
func newMessaging(base *Base, qrCodes *QRCodes, options MessagingOptions) Messaging {
	if options.Sender.Provider == "" {
		options.Sender.Provider = ProviderLog
	}
	outbox := &Outbox{Base: base, sender: options.Sender, publicURL: options.PublicURL, looks: looks{last: map[look]time.Time{}}}
	marketing := &Marketing{Base: base, outbox: outbox}
	return Messaging{
		Outbox:    outbox,
		Marketing: marketing,
		Queue:     &Queue{Base: base, outbox: outbox, marketing: marketing, qrCodes: qrCodes},
		Inbox: &Inbox{
			Base: base, outbox: outbox, marketing: marketing, takeProof: options.TakeProof, noticesKept: make(chan struct{}, 1),
		},
	}
}

// Chores remove what of messaging is not needed any more.
func (m *Messaging) Chores() []Chore { return []Chore{m.Inbox.forgetNotices} }
