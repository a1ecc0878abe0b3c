package service

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/messaging"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

const weekMailInterval = 5 * time.Minute

const quietDays = 28

// WeekMails sends owners their week on Mondays by e-mail and WhatsApp, once per business and week.
type WeekMails struct {
	base       *usecase.Base
	reports    *Reports
	firstSteps *FirstSteps
	messages   *messaging.Messages
	sends      bool
	publicURL  string
}

func (w *WeekMails) sendsByMail(b loyalty.Business) bool { return w.sends && b.WeekMail }

// sendsByWhatsApp reports whether the week goes by WhatsApp: the user who typed the phone must still be an owner.
func (w *WeekMails) sendsByWhatsApp(tx *store.Tx, b loyalty.Business) (bool, error) {
	if !w.messages.SendsWeek() {
		return false, nil
	}
	to, err := messaging.WeekRecipient(tx, b)
	return to.Phone != "", err
}

func (w *WeekMails) isAble() bool { return w.sends || w.messages.SendsWeek() }

// RunPeriodically runs QueueDue until the context ends. Without e-mail and WhatsApp it returns.
func (w *WeekMails) RunPeriodically(ctx context.Context, log *slog.Logger) {
	if !w.isAble() {
		return
	}
	usecase.RunPeriodically(ctx, log, usecase.PeriodicTask{Name: "week mails", First: weekMailInterval, Every: weekMailInterval, Run: w.QueueDue})
}

// QueueDue queues due weeks. A failing business does not stop others.
func (w *WeekMails) QueueDue(ctx context.Context) error {
	monday, mayBeDue := loyalty.WeekMailMonday(w.base.Now())
	if !mayBeDue || !w.isAble() {
		return nil
	}
	var ids []string
	err := w.base.Store.SurveyPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		ids, err = tx.Businesses().WithoutWeekMail(monday, loyalty.WeekMailOpening(monday), w.sends, w.messages.SendsWeek())
		return err
	})
	for _, id := range ids {
		if ctx.Err() != nil {
			return errors.Join(err, ctx.Err())
		}
		if fault := w.queueFor(ctx, id); fault != nil {
			err = errors.Join(err, fmt.Errorf("queueing the week of business %s: %w", id, fault))
		}
	}
	return err
}

// queueFor renders before the writing transaction, to keep it short.
func (w *WeekMails) queueFor(ctx context.Context, businessID string) error {
	var week mailedWeek
	err := w.base.Store.ViewMaintenance(ctx, businessID, func(tx *store.Tx) (err error) {
		week, err = w.read(tx)
		return err
	})
	if err != nil || week.monday == "" {
		return err
	}
	letters, err := w.render(ctx, week)
	if err != nil {
		return err
	}
	return w.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error { return w.queue(tx, week, letters) })
}

func (w *WeekMails) render(ctx context.Context, week mailedWeek) (map[string]weekLetter, error) {
	letters := map[string]weekLetter{}
	if week.isQuiet || !w.sendsByMail(week.business) {
		return letters, nil
	}
	var owners []loyalty.User
	err := w.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		owners, err = weekReaders(tx, week.business.ID)
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, owner := range owners {
		if letters[owner.ID], err = newWeekLetter(week, owner, w.publicURL); err != nil {
			return nil, err
		}
	}
	return letters, nil
}

// queue skips a week queued or switched off meanwhile.
func (w *WeekMails) queue(tx *store.PlatformTx, week mailedWeek, letters map[string]weekLetter) error {
	business, err := tx.Businesses().Lock(week.business.ID)
	if err != nil {
		return err
	}
	if business.WeekMailDue(w.base.Now()) != week.monday {
		return nil
	}
	if !week.isQuiet && w.sendsByMail(business) {
		if err := w.queueLetters(tx, week, letters); err != nil {
			return err
		}
	}
	businessTx := tx.In(business.ID)
	if !week.isQuiet {
		if err := w.queueMessage(businessTx, business, week); err != nil {
			return err
		}
	}
	return businessTx.Business().SetWeekMailed(week.monday)
}

func (w *WeekMails) queueMessage(tx *store.Tx, business loyalty.Business, week mailedWeek) error {
	writes, err := w.sendsByWhatsApp(tx, business)
	if err != nil || !writes {
		return err
	}
	return w.messages.QueueWeek(tx, business, week.monday, summaryOf(week))
}

func (w *WeekMails) queueLetters(tx *store.PlatformTx, week mailedWeek, letters map[string]weekLetter) error {
	owners, err := weekReaders(tx, week.business.ID)
	if err != nil {
		return err
	}
	for _, owner := range owners {
		letter, isRendered := letters[owner.ID]
		if !isRendered { // became an owner meanwhile
			continue
		}
		if err := w.queueTo(tx, owner, week, letter); err != nil {
			return err
		}
	}
	return nil
}

func (w *WeekMails) queueTo(tx *store.PlatformTx, owner loyalty.User, week mailedWeek, letter weekLetter) error {
	now := w.base.Now()
	id, err := w.base.IDs.Next(now)
	if err != nil {
		return err
	}
	return tx.StaffMails().Insert(loyalty.Mail{
		ID: id, Kind: loyalty.MailWeek, Address: owner.Email, Sender: "Axioma", Subject: letter.subject, Text: letter.text, HTML: letter.html,
		CreatedAt: now, ExpiresAt: week.business.WeekMailEnd(week.monday),
	}, owner.ID)
}

func weekReaders(tx *store.PlatformTx, businessID string) ([]loyalty.User, error) {
	staff, err := tx.Users().Of(businessID)
	return slices.DeleteFunc(staff, func(u loyalty.User) bool {
		return u.Role != loyalty.Owner || !u.DisabledAt.IsZero() || u.IsInvited()
	}), err
}

type mailedWeek struct {
	business    loyalty.Business
	monday      loyalty.Day // empty: nothing due
	isQuiet     bool
	now, before weekFigures
	owed        OwedRewards
	lostCount   int
	facts       loyalty.WeekFacts
}

type weekFigures struct {
	VisitorCounts
	Redemptions int64
}

func (w *WeekMails) read(tx *store.Tx) (mailedWeek, error) {
	business, err := tx.Business().Get()
	if err != nil {
		return mailedWeek{}, err
	}
	week := mailedWeek{business: business, monday: business.WeekMailDue(w.base.Now())}
	if week.monday == "" {
		return week, nil
	}
	writes, err := w.sendsByWhatsApp(tx, business)
	if err != nil {
		return week, err
	}
	if !w.sendsByMail(business) && !writes {
		week.monday = ""
		return week, nil
	}
	recent, err := tx.Reports().CountVisits(loyalty.Period{From: week.monday.Plus(-quietDays), To: week.monday.Plus(-1)})
	if err != nil {
		return week, err
	}
	isNew := business.DayOf(business.CreatedAt).Plus(quietDays) >= week.monday
	if week.isQuiet = recent == 0 && !isNew; week.isQuiet {
		return week, nil
	}
	return week, w.fill(tx, &week)
}

func (w *WeekMails) fill(tx *store.Tx, week *mailedWeek) (err error) {
	period := loyalty.Period{From: week.monday.Plus(-7), To: week.monday.Plus(-1)}
	if week.now, err = weekFiguresOf(tx, period); err != nil {
		return err
	}
	if week.before, err = weekFiguresOf(tx, period.Shift(-7)); err != nil {
		return err
	}
	if week.owed, err = owedNow(tx, week.business, week.business.DayOf(w.base.Now())); err != nil {
		return err
	}
	lostCustomers, err := w.reports.allLost(tx, week.business)
	if err != nil {
		return err
	}
	if err := tx.Week().ReadConsents(lostCustomers); err != nil {
		return err
	}
	week.lostCount = len(lostCustomers)
	week.facts, err = w.facts(tx, week.business, lostCustomers)
	week.facts.LongOwed = week.owed.Long
	return err
}

func weekFiguresOf(tx *store.Tx, period loyalty.Period) (weekFigures, error) {
	counts, err := countVisitors(tx, period)
	if err != nil {
		return weekFigures{}, err
	}
	redemptions, err := tx.Reports().CountRedeemed(period)
	return weekFigures{VisitorCounts: counts[0], Redemptions: redemptions}, err
}

// countUndecidedVisits counts the visits that the owner must decide about, of unnamed and of revoked devices.
func countUndecidedVisits(tx *store.Tx) (count int64, err error) {
	visits, err := tx.HandoverVisits().ListWaiting()
	if err != nil {
		return 0, err
	}
	byDevice, err := tx.HandoverVisits().List()
	for _, handedOver := range byDevice {
		visits = append(visits, handedOver...)
	}
	for _, visit := range visits {
		if visit.Outcome == "" {
			count++
		}
	}
	return count, err
}

func (w *WeekMails) facts(tx *store.Tx, business loyalty.Business, lostCustomers []store.Regular) (loyalty.WeekFacts, error) {
	var facts loyalty.WeekFacts
	var err error
	if facts.WaitingVisits, err = countUndecidedVisits(tx); err != nil {
		return facts, err
	}
	steps, err := w.firstSteps.list(tx)
	if err != nil {
		return facts, err
	}
	for _, step := range steps.Steps {
		if !step.Done {
			facts.OpenSteps++
		}
	}
	facts.MayInvite = w.reports.countInvitable(business, lostCustomers)
	channels, err := w.messages.ChannelsIn(tx, business)
	facts.TestMode = channels.WhatsApp == loyalty.WhatsAppTrial
	return facts, err
}
