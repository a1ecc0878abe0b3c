package service

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/queueing"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Mails hand out the e-mails that wait to whoever sends them, and hear how each try went. One
// that is sent twice brings the same code or QR twice, so a try of which nobody heard is made
// again.
type Mails struct {
	base    *usecase.Base
	qrCodes *usecase.QRCodes
}

// ClaimedMail is a mail that is being sent.
type ClaimedMail struct {
	store.ClaimedMail
	QR    usecase.CustomerQR // of a mail that brings one, as it is now
	claim string
}

// Claim takes mails out of the queue, those first that have waited longest, at most so many.
// Those that it finds expired or astray it drops. Where none wait it only reads.
func (m *Mails) Claim(ctx context.Context, most int) ([]ClaimedMail, error) {
	now, waiting := m.base.Now(), false
	err := m.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		if waiting, err = tx.Mails().Wait(now); err == nil && !waiting {
			waiting, err = tx.StaffMails().Wait(now)
		}
		return err
	})
	if err != nil || !waiting {
		return nil, err
	}
	claim, err := m.base.IDs.Next(now)
	if err != nil {
		return nil, err
	}
	var claimed []ClaimedMail
	err = m.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		claimed, err = claimMails(tx, claim, now, most)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("taking mails: %w", err)
	}
	return claimed, m.signQRs(ctx, claimed)
}

// signQRs signs the QRs that mails bring.
func (m *Mails) signQRs(ctx context.Context, claimed []ClaimedMail) error {
	for i, mail := range claimed {
		if mail.Kind != loyalty.MailQR {
			continue
		}
		key, err := m.qrCodes.Key(ctx, mail.BusinessID)
		if err == nil {
			claimed[i].QR, err = usecase.SignQR(key, mail.BusinessID, mail.QRID)
		}
		if err != nil {
			return fmt.Errorf("signing the QR of a mail: %w", err)
		}
	}
	return nil
}

func claimMails(tx *store.PlatformTx, claim string, now time.Time, most int) ([]ClaimedMail, error) {
	mails, err := tx.Mails().Claim(claim, now, now.Add(queueing.Lease), most)
	if err != nil {
		return nil, err
	}
	if most > len(mails) {
		toStaff, err := tx.StaffMails().Claim(claim, now, now.Add(queueing.Lease), most-len(mails))
		if err != nil {
			return nil, err
		}
		mails = append(mails, toStaff...)
	}
	var claimed []ClaimedMail
	for _, mail := range mails {
		if !mail.Astray && now.Before(mail.ExpiresAt) {
			claimed = append(claimed, ClaimedMail{ClaimedMail: mail, claim: claim})
		} else if err := queueOf(tx, mail).End(mail.ID, claim); err != nil {
			return nil, err
		}
	}
	return claimed, nil
}

// mailQueue is the queue that a mail waits in: of a business's customers, or of staff.
type mailQueue interface {
	End(id, claim string) error
	TryAgain(id, claim string, at time.Time, tries int64) error
}

func queueOf(tx *store.PlatformTx, mail store.ClaimedMail) mailQueue {
	if mail.Staff {
		return tx.StaffMails()
	}
	return tx.In(mail.BusinessID).Mails()
}

// MailResult says how a try of sending a mail went.
type MailResult int

// How a try may go.
const (
	MailAccepted   MailResult = iota + 1
	MailRetryLater            // this mail may be accepted later
	MailRejected              // this mail never will be
	MailQueueHeld             // none is accepted for the time being: the try does not count
)

// MailResults are all of them.
func MailResults() []MailResult {
	return []MailResult{MailAccepted, MailRetryLater, MailRejected, MailQueueHeld}
}

// String is its name in metrics.
func (r MailResult) String() string {
	return map[MailResult]string{MailAccepted: "accepted", MailRetryLater: "later", MailRejected: "never", MailQueueHeld: "held"}[r]
}

// mailHoldPause is how soon a mail is tried again after none was accepted.
const mailHoldPause = 5 * time.Second

// Finish records how a try went. It may be called again when it fails, and changes nothing
// when the mail is not the worker's any more.
func (m *Mails) Finish(ctx context.Context, mail ClaimedMail, result MailResult) error {
	finish := func(queue mailQueue) error {
		switch {
		case result == MailQueueHeld:
			return queue.TryAgain(mail.ID, mail.claim, m.base.Now().Add(queueing.HoldBackoff(mailHoldPause, rand.Float64())), mail.Tries-1)
		case result == MailRetryLater && mail.Tries < queueing.MaxTries:
			return queue.TryAgain(mail.ID, mail.claim, m.base.Now().Add(queueing.RetryBackoff(mail.Tries, rand.Float64())), mail.Tries)
		default:
			return queue.End(mail.ID, mail.claim)
		}
	}
	var err error
	if mail.Staff {
		err = m.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error { return finish(tx.StaffMails()) })
	} else {
		err = m.base.Store.InBusiness(ctx, mail.BusinessID, func(tx *store.Tx) error { return finish(tx.Mails()) })
	}
	if err != nil {
		return fmt.Errorf("recording how a mail went: %w", err)
	}
	return nil
}

// MailStuckAfter is how long a mail may wait: after that something is wrong.
const MailStuckAfter = 2 * time.Minute

// MailState is how mails leave.
type MailState struct {
	Waiting int64
	Stuck   bool // the first of them has waited for longer than MailsGetStuck
}

// State returns how mails leave.
func (m *Mails) State(ctx context.Context) (MailState, error) {
	var customers, staff store.WaitingMails
	err := m.base.Store.SurveyPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		if customers, err = tx.Mails().Waiting(m.base.Now()); err == nil {
			staff, err = tx.StaffMails().Waiting(m.base.Now())
		}
		return err
	})
	stuck := func(waiting store.WaitingMails) bool {
		return waiting.Count > 0 && m.base.Now().Sub(waiting.Oldest) > MailStuckAfter
	}
	return MailState{Waiting: customers.Count + staff.Count, Stuck: stuck(customers) || stuck(staff)}, err
}

// removeExpired removes mails that have expired while nobody sent any.
func (m *Mails) removeExpired(ctx context.Context) error {
	return m.base.RunRemovals(ctx, []usecase.Removal{
		{Remove: usecase.RemoverOf((*store.PlatformTx).Mails, store.PlatformMails.RemoveExpired), Before: m.base.Now()},
		{Remove: usecase.RemoverOf((*store.PlatformTx).StaffMails, store.StaffMails.RemoveExpired), Before: m.base.Now()},
	})
}
