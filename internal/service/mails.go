package service

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/queueing"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Mails is the mail queue. Repeating a try without result is harmless: the second mail has the same code or QR.
type Mails struct {
	base    *usecase.Base
	qrCodes *usecase.QRCodes
}

// ClaimedMail is a mail that this worker has leased.
type ClaimedMail struct {
	store.ClaimedMail
	QR    usecase.CustomerQR
	claim string
}

// Claim leases up to limit mails, oldest first, without writing for empty queues. Even with an error, the returned
// mails are complete: those without QR are claimed later.
func (m *Mails) Claim(ctx context.Context, limit int) ([]ClaimedMail, error) {
	now, waiting := m.base.Now(), false
	err := m.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		if waiting, err = tx.Mails().HasDue(now); err == nil && !waiting {
			waiting, err = tx.StaffMails().HasDue(now)
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
	var claimedMails []ClaimedMail
	err = m.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		claimedMails, err = claimMails(tx, claim, now, limit)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("claiming mails: %w", err)
	}
	return m.signQRs(ctx, claimedMails)
}

// signQRs adds the QRs, and omits mails whose QR cannot be signed.
func (m *Mails) signQRs(ctx context.Context, claimedMails []ClaimedMail) (ready []ClaimedMail, err error) {
	for _, mail := range claimedMails {
		fault := m.signQR(ctx, &mail)
		if fault == nil {
			ready = append(ready, mail)
		}
		err = errors.Join(err, fault)
	}
	return ready, err
}

func (m *Mails) signQR(ctx context.Context, mail *ClaimedMail) error {
	if mail.Kind != loyalty.MailQR {
		return nil
	}
	key, err := m.qrCodes.Key(ctx, mail.BusinessID)
	if err == nil {
		mail.QR, err = usecase.SignQR(key, mail.BusinessID, mail.QRID)
	}
	if err != nil {
		return fmt.Errorf("signing the QR of mail %s: %w", mail.ID, err)
	}
	return nil
}

func claimMails(tx *store.PlatformTx, claim string, now time.Time, limit int) ([]ClaimedMail, error) {
	mails, err := tx.Mails().Claim(claim, now, now.Add(queueing.Lease), limit)
	if err != nil {
		return nil, err
	}
	if limit > len(mails) {
		toStaff, err := tx.StaffMails().Claim(claim, now, now.Add(queueing.Lease), limit-len(mails))
		if err != nil {
			return nil, err
		}
		mails = append(mails, toStaff...)
	}
	var claimedMails []ClaimedMail
	for _, mail := range mails {
		if !mail.Astray && now.Before(mail.ExpiresAt) {
			claimedMails = append(claimedMails, ClaimedMail{ClaimedMail: mail, claim: claim})
		} else if err := queueOf(tx, mail).End(mail.ID, claim); err != nil {
			return nil, err
		}
	}
	return claimedMails, nil
}

type mailQueue interface {
	End(id, claim string) error
	Reschedule(id, claim string, at time.Time, tries int64) error
}

func queueOf(tx *store.PlatformTx, mail store.ClaimedMail) mailQueue {
	if mail.Staff {
		return tx.StaffMails()
	}
	return tx.In(mail.BusinessID).Mails()
}

// MailResult is a try's result.
type MailResult int

// Results of a try.
const (
	MailAccepted MailResult = iota + 1
	MailRetryLater
	MailRejected
	MailQueueHeld // our account is refused: the queue pauses, and the try does not count
)

// MailResults returns all results.
func MailResults() []MailResult {
	return []MailResult{MailAccepted, MailRetryLater, MailRejected, MailQueueHeld}
}

// String is the label in metrics.
func (r MailResult) String() string {
	return map[MailResult]string{MailAccepted: "accepted", MailRetryLater: "later", MailRejected: "never", MailQueueHeld: "held"}[r]
}

const mailHoldPause = 5 * time.Second

// Finish records a try. It may be repeated, and does nothing once the lease is lost.
func (m *Mails) Finish(ctx context.Context, mail ClaimedMail, result MailResult) error {
	finish := func(queue mailQueue) error {
		switch {
		case result == MailQueueHeld:
			return queue.Reschedule(mail.ID, mail.claim, m.base.Now().Add(queueing.HoldBackoff(mailHoldPause, rand.Float64())), mail.Tries-1)
		case result == MailRetryLater && mail.Tries < queueing.MaxTries:
			return queue.Reschedule(mail.ID, mail.claim, m.base.Now().Add(queueing.RetryBackoff(mail.Tries, rand.Float64())), mail.Tries)
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
		return fmt.Errorf("recording the outcome of a mail: %w", err)
	}
	return nil
}

// MailStuckAfter is the wait from which a mail counts as stuck.
const MailStuckAfter = 2 * time.Minute

// MailState describes the queues.
type MailState struct {
	Waiting int64
	Stuck   bool
}

// State returns the queues' state.
func (m *Mails) State(ctx context.Context) (MailState, error) {
	var customers, staff store.WaitingMails
	err := m.base.Store.SurveyPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		if customers, err = tx.Mails().CountWaiting(m.base.Now()); err == nil {
			staff, err = tx.StaffMails().CountWaiting(m.base.Now())
		}
		return err
	})
	stuck := func(waiting store.WaitingMails) bool {
		return waiting.Count > 0 && m.base.Now().Sub(waiting.Oldest) > MailStuckAfter
	}
	return MailState{Waiting: customers.Count + staff.Count, Stuck: stuck(customers) || stuck(staff)}, err
}

func (m *Mails) removeExpired(ctx context.Context) error {
	return m.base.RunRemovals(ctx, []usecase.Removal{
		{Remove: usecase.RemoverOf((*store.PlatformTx).Mails, store.PlatformMails.RemoveExpired), Before: m.base.Now()},
		{Remove: usecase.RemoverOf((*store.PlatformTx).StaffMails, store.StaffMails.RemoveExpired), Before: m.base.Now()},
	})
}
