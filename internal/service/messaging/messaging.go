// Package messaging holds the use cases of messages: queueing, sending with retries, inbound messages, marketing with
// consent. Package whatsapp calls the provider; package access makes the codes.
package messaging

import (
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
)

// Sender configures the provider.
type Sender struct {
	Provider        string // ProviderLog when empty
	Number          string // the platform's number, E.164; empty: not set up
	NumberID        string // the provider's id of the number
	ReceivesReplies bool   // messages to the number reach us
	SendsWeek       bool   // there is a template for the owner's week
}

// ProviderLog is the provider that sends nothing: messages are read in the control panel.
const ProviderLog = "log"

// Messaging holds the use cases of this package.
type Messaging struct {
	Messages  *Messages
	Queue     *Queue
	Inbox     *Inbox
	Marketing *Marketing
	Restored  *RestoredMessages
	Tokens    *ProviderTokens
}

// Options configure messaging.
type Options struct {
	Sender       Sender
	PublicURL    string // where customers reach the web app, without trailing slash
	WalletPasses bool   // wallet passes are available
	MailEnabled  bool   // e-mails are sent
	MailLimiter  MailLimiter
	HandleProof  ProofHandler
}

// New returns messaging on a base.
func New(base *usecase.Base, qrCodes *usecase.QRCodes, options Options) Messaging {
	if options.Sender.Provider == "" {
		options.Sender.Provider = ProviderLog
	}
	base.LimitHits.Declare(limitName(loyalty.HeldByRate), limitName(loyalty.HeldByDaily), limitName(loyalty.HeldByMonthly))
	messages := &Messages{base: base, sender: options.Sender, publicURL: options.PublicURL, wallets: options.WalletPasses, mail: options.MailEnabled, mailLimiter: options.MailLimiter, readAudit: readAudit{last: map[readScope]time.Time{}}}
	marketing := &Marketing{base: base, messages: messages}
	return Messaging{
		Messages:  messages,
		Marketing: marketing,
		Restored:  &RestoredMessages{base},
		Tokens:    &ProviderTokens{base},
		Queue:     &Queue{base: base, messages: messages, marketing: marketing, qrCodes: qrCodes},
		Inbox: &Inbox{
			base: base, messages: messages, marketing: marketing, handleProof: options.HandleProof, noticeStored: make(chan struct{}, 1),
		},
	}
}

// MaintenanceTasks return the tasks that remove expired data.
func (p *Messaging) MaintenanceTasks() []usecase.MaintenanceTask {
	return []usecase.MaintenanceTask{p.Inbox.RemoveOldNotices}
}
