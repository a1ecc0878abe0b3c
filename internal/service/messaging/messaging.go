// Package messaging queues messages, gives them to workers and processes inbound ones. It sends marketing only with
// consent.
package messaging

import (
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
)

// Sender configures the provider.
type Sender struct {
	Provider        string // empty: ProviderLog
	Number          string // the platform's, E.164; empty: none
	NumberID        string
	ReceivesReplies bool // by the webhook
	SendsWeek       bool
}

// ProviderLog sends nothing; the control panel shows the messages.
const ProviderLog = "log"

// Messaging groups the use cases.
type Messaging struct {
	Messages         *Messages
	Queue            *Queue
	Inbox            *Inbox
	Marketing        *Marketing
	RestoredMessages *RestoredMessages
	Tokens           *ProviderTokens
}

// Options configure the package.
type Options struct {
	Sender       Sender
	PublicURL    string // of the web app, without trailing slash
	WalletPasses bool
	MailEnabled  bool
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
		Messages:         messages,
		Marketing:        marketing,
		RestoredMessages: &RestoredMessages{base},
		Tokens:           &ProviderTokens{base},
		Queue:            &Queue{base: base, messages: messages, marketing: marketing, qrCodes: qrCodes},
		Inbox: &Inbox{
			base: base, messages: messages, marketing: marketing, handleProof: options.HandleProof, noticeStored: make(chan struct{}, 1),
		},
	}
}

// MaintenanceTasks remove expired data.
func (p *Messaging) MaintenanceTasks() []usecase.MaintenanceTask {
	return []usecase.MaintenanceTask{p.Inbox.RemoveOldNotices}
}
