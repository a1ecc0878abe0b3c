package service_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

// machine acts at random for several days, and compares responses and database with the model.
type machine struct {
	*model
	shop        *servicetest.Shop
	namedDevice access.EnrolledDevice
	watch       *watcher
	keys        []string
	last        int
}

// Spec: product-5, states-8, calls-36, states-20
func TestShop_RandomHistory_HoldsInvariants(t *testing.T) {
	town := servicetest.NewTown(t)
	rapid.Check(t, func(t1 *rapid.T) {
		town.Database.Wipe(t)
		m := open(t1, town)
		m.watch = newWatcher(t, m.shop)
		t1.Repeat(map[string]func(*rapid.T){
			"":             m.compare,
			"visit":        m.visit,
			"visit again":  m.visit,
			"visit more":   m.visit,
			"visit freely": m.furtherVisit,
			"late visit":   m.visitThatWaits,
			"past day":     m.visitOfAPastDay,
			"opening":      m.recordOpening,
			"undo opening": m.undoOpening,
			"correct":      m.correct,
			"delete":       m.delete,
			"served by":    m.changeServedBy,
			"delete last":  m.deleteLast,
			"redeem":       m.redeem,
			"redeem owed":  m.redeemOwed,
			"take back":    m.takeBack,
			"tag":          m.tag,
			"targets":      m.changeTargets,
			"archive":      m.archive,
			"newcomer":     m.newcomer,
			"ask erasure":  m.askErasure,
			"years":        m.years,
			"join":         m.join,
			"leave":        m.leave,
			"role":         m.changeRole,
			"policy":       m.changePolicy,
			"new family":   m.newFamily,
			"end family":   m.deleteFamily,
			"merge":        m.merge,
			"unmerge":      m.undoMerge,
			"next day":     m.nextDay,
			"clock change": m.clockChange,
			"month":        m.month,
			"report":       m.report,
			"charts":       m.charts,
			"week":         m.week,
			"staff":        m.staffReport,
			"absences":     m.absenceReport,
			"returns":      m.returnReport,
			"debt":         m.debtReport,
			"card":         m.cardReport,
			"cohorts":      m.cohortReport,
			"hours":        m.hoursReport,
			"figures":      m.figures,
			"seal":         m.seal,
		})
		m.seal(t1)
	})
}

// zones change clocks by an hour or half an hour, at midnight or later.
var zones = []*time.Location{zone("Europe/Madrid"), zone("America/Santiago"), zone("Australia/Lord_Howe"), zone("America/Havana")}

func zone(name string) *time.Location {
	location, err := time.LoadLocation(name)
	if err != nil {
		panic(err)
	}
	return location
}

func open(t *rapid.T, town *servicetest.Town) *machine {
	town.Clock.Set(time.Date(2026, 3, 27, 9, 0, 0, 0, time.UTC))
	shop := town.Shop(t, func(b *loyalty.Business) {
		b.VisitTarget = rapid.SampledFrom([]int64{10, 2, 3, 4, 5}).Draw(t, "target")
		b.VIPVisitTarget = rapid.SampledFrom([]int64{4, 2, 3}).Draw(t, "VIP target")
		b.HalfRewardEnabled = rapid.Bool().Draw(t, "half reward")
		b.Zone = rapid.SampledFrom(zones).Draw(t, "time zone")
	})
	m := &machine{shop: shop, model: &model{business: shop.Business, answers: map[string]answer{}, now: shop.Clock.Now}}
	m.namedDevice = shop.EnrolDevice("Tablet")
	for _, policy := range policies() {
		m.addFamily(policy)
	}
	for i := range 4 {
		m.addPerson(t, fmt.Sprintf("Cliente %d", i), i < 2)
	}
	return m
}

func (m *machine) addPerson(t *rapid.T, name string, welcome bool) {
	p := &person{since: m.now(), registered: welcome}
	if welcome {
		p.id = m.shop.Register(name).ID
		m.earn(p, loyalty.RewardWelcome, 0, m.shop.Clock.Now())
	} else {
		customer := m.shop.Customer(name)
		p.id, p.tag = customer.ID, customer.Tag
	}
	m.people = append(m.people, p)
	m.advanceMinute()
	m.learnRewards(t)
	if rapid.Bool().Draw(t, "in a family") {
		m.joinTo(t, p, m.families[0], loyalty.RoleAdult)
	}
}

// advanceMinute moves the clock, so that each act has another instant.
func (m *machine) advanceMinute() { m.shop.Clock.Advance(time.Minute) }

func (m *machine) today() loyalty.Day { return m.dayOf(m.now()) }

func (m *machine) dayOf(instant time.Time) loyalty.Day {
	return loyalty.Day(instant.In(m.business.Zone).Format("2006-01-02"))
}

func (m *machine) anyone(t *rapid.T) *person {
	return rapid.SampledFrom(m.records()).Draw(t, "customer")
}

func (m *machine) key(t *rapid.T) string {
	if rapid.Bool().Draw(t, "without a key") {
		return ""
	}
	return m.someKey(t)
}

func (m *machine) someKey(t *rapid.T) string {
	if len(m.keys) > 0 && rapid.IntRange(0, 3).Draw(t, "again") == 0 {
		return rapid.SampledFrom(m.keys).Draw(t, "used key")
	}
	m.last++
	m.keys = append(m.keys, fmt.Sprintf("key-%d", m.last))
	return m.keys[len(m.keys)-1]
}

func (m *machine) visitKey(t *rapid.T, authorized bool) string {
	if authorized {
		return m.someKey(t)
	}
	return m.key(t)
}

func (m *machine) visit(t *rapid.T) {
	m.visitOne(t, rapid.IntRange(0, 2).Draw(t, "authorized") == 0)
}

func (m *machine) furtherVisit(t *rapid.T) { m.visitOne(t, true) }

func (m *machine) visitOne(t *rapid.T, authorized bool) {
	m.advanceMinute()
	p, key := m.anyone(t), m.visitKey(t, authorized)
	actor := rapid.SampledFrom([]usecase.Actor{m.shop.Barber, m.shop.Admin, m.shop.Owner}).Draw(t, "actor")
	wait := m.wait(t)
	at := m.now().Add(-min(wait, 72*time.Hour))
	day := m.dayOf(at)
	got, err := m.shop.Cases.Visits.Register(context.Background(), m.shop.ActorOnDevice(m.namedDevice, actor), service.VisitRequest{
		CustomerID: p.id, Authorized: authorized, Key: usecase.IdempotencyKey(key), Times: m.times(t, wait), ServedBy: m.server(t),
	})
	request := fmt.Sprint("visit ", p.id, authorized)
	if firstAnswer, known := m.replay(key, request); key != "" && known {
		mustRefuse(t, err, firstAnswer.refusal)
		if firstAnswer.refusal == nil {
			m.mustReplay(t, p, firstAnswer, got)
		}
		return
	}
	if authorized && actor.Role == loyalty.Barber {
		mustRefuse(t, err, loyalty.ErrAuthorizationRole)
		return
	}
	refusal := m.mayVisit(p, day, authorized)
	scannedAt := m.now().Add(-wait)
	isLateConflict := errors.Is(refusal, loyalty.ErrSameDayVisit) && wait >= time.Minute
	if isLateConflict || refusal == nil && !authorized && m.isDecidedByScan(p, scannedAt, m.dayOf(scannedAt)) {
		mustRefuse(t, err, nil)
		if scannedOn := m.dayOf(scannedAt); !m.hasStamp(p, scannedOn) {
			m.keep(key, answer{request: request, visitID: m.accept(t, p, scannedOn, scannedAt, got)})
			return
		}
		m.mustSettle(t, p, m.dayOf(scannedAt), got)
		m.keep(key, answer{request: request, visitID: got.Visit.ID, settled: true})
		return
	}
	mustRefuse(t, err, refusal)
	m.keep(key, answer{request: request, refusal: refusal, visitID: got.Visit.ID})
	if refusal != nil {
		return
	}
	owed := m.stamp(&visit{id: got.Visit.ID, who: p, card: p.card(), day: day, at: at, authorized: authorized, moved: wait > 72*time.Hour, receivedAt: m.now()})
	m.learnRewards(t)
	m.mustAnswerAsNow(t, p, got.Progress)
	m.mustAnnounce(t, owed, got.NewReward)
}

func (m *machine) visitThatWaits(t *rapid.T) {
	m.advanceMinute()
	p, wait := m.anyone(t), rapid.SampledFrom([]time.Duration{25 * time.Hour, 50 * time.Hour, 71 * time.Hour}).Draw(t, "waited")
	at := m.now().Add(-wait)
	day := m.dayOf(at)
	got, err := m.shop.Cases.Visits.Register(context.Background(), m.shop.Barber, service.VisitRequest{CustomerID: p.id, Times: m.times(t, wait)})
	if p.archived {
		mustRefuse(t, err, loyalty.ErrCustomerNotFound)
		return
	}
	mustRefuse(t, err, nil)
	if m.hasStamp(p, day) {
		m.mustSettle(t, p, day, got)
		return
	}
	if rapid.Bool().Draw(t, "discarded") {
		m.mustWait(t, p, got)
		_, err := m.shop.Cases.Handovers.Discard(context.Background(), m.shop.Owner, "", got.Visit.ID)
		mustRefuse(t, err, nil)
		return
	}
	m.accept(t, p, day, at, got)
}

func (m *machine) mustWait(t *rapid.T, p *person, got service.RegisteredVisit) {
	if !got.Waiting || got.NewReward != nil {
		t.Fatalf("a late visit returns %+v, want it to wait", got)
	}
	m.mustAnswerAsNow(t, p, got.Progress)
}

// accept registers a waiting visit for the owner and returns its id.
func (m *machine) accept(t *rapid.T, p *person, day loyalty.Day, at time.Time, got service.RegisteredVisit) string {
	m.mustWait(t, p, got)
	acceptedVisit, err := m.shop.Cases.Handovers.Register(context.Background(), m.shop.Owner, "", got.Visit.ID)
	mustRefuse(t, err, nil)
	m.stamp(&visit{id: acceptedVisit.VisitID, who: p, card: p.card(), day: day, at: at})
	m.learnRewards(t)
	return acceptedVisit.VisitID
}

func (m *machine) mustReplay(t *rapid.T, p *person, firstAnswer answer, got service.RegisteredVisit) {
	v := m.visitNamed(firstAnswer.visitID)
	if !got.Replayed || got.Visit.ID != v.id || got.Settled != firstAnswer.settled || got.DeletedAt.IsZero() == v.deleted {
		t.Fatalf("the same key returns %+v, want the first visit %+v, settled = %t", got, v, firstAnswer.settled)
	}
	if p := p.keeper(); !p.archived {
		m.mustAnswerAsNow(t, p, got.Progress)
	}
}

func (m *machine) mustSettle(t *rapid.T, p *person, day loyalty.Day, got service.RegisteredVisit) {
	existing := m.visitNamed(got.Visit.ID)
	if !got.Settled || existing == nil || existing.deleted || existing.who != p || existing.day != day || got.NewReward != nil {
		t.Fatalf("a late visit on %s returns %+v, but the stored visit is %+v; want the existing visit, settled", day, got, m.visitOf(p, day))
	}
	m.mustAnswerAsNow(t, p, got.Progress)
}

func (m *machine) wait(t *rapid.T) time.Duration {
	if rapid.IntRange(0, 2).Draw(t, "late") > 0 {
		return 0
	}
	return rapid.SampledFrom([]time.Duration{
		40 * time.Second, 3 * time.Minute, 3 * time.Hour, 20 * time.Hour, 50 * time.Hour, 71 * time.Hour, 80 * time.Hour,
	}).Draw(t, "waited")
}

func (m *machine) times(t *rapid.T, wait time.Duration) loyalty.VisitTimes {
	sentAt := m.now().Add(rapid.SampledFrom([]time.Duration{0, 3 * time.Hour, -24 * time.Hour}).Draw(t, "clock ahead"))
	return loyalty.VisitTimes{ScannedAt: sentAt.Add(-wait), SentAt: sentAt}
}

func (m *machine) mustAnnounce(t *rapid.T, owed []*reward, newReward *loyalty.Reward) {
	if len(owed) == 0 {
		if newReward != nil {
			t.Fatalf("the visit announces a reward at %d, but earned none", newReward.Milestone)
		}
		return
	}
	if newReward == nil || !slices.ContainsFunc(owed, func(r *reward) bool { return r.id == newReward.ID }) {
		t.Fatalf("the visit earned %v, but announces %+v", owed, newReward)
	}
}

func (m *machine) delete(t *rapid.T) {
	if len(m.visits) > 0 {
		m.deleteOne(t, rapid.SampledFrom(m.visits).Draw(t, "visit"))
	}
}

func (m *machine) deleteLast(t *rapid.T) {
	if visits := m.visitsOf(m.anyone(t)); len(visits) > 0 {
		m.deleteOne(t, visits[len(visits)-1])
	}
}

func (m *machine) deleteOne(t *rapid.T, v *visit) {
	m.advanceMinute()
	progress, err := m.shop.Cases.Visits.Delete(context.Background(), m.shop.Admin, v.id)
	switch {
	case v.deleted:
		mustRefuse(t, err, loyalty.ErrVisitNotFound)
	case v.who.archived:
		mustRefuse(t, err, loyalty.ErrCustomerNotFound)
	case m.stamps(v.card) == 0:
		mustRefuse(t, err, loyalty.ErrVisitCorrected)
	default:
		mustRefuse(t, err, nil)
		m.unstamp(v)
		m.mustAnswerAsNow(t, v.who, progress)
	}
}

func (m *machine) redeem(t *rapid.T) {
	if len(m.rewards) > 0 {
		m.redeemOne(t, m.anyone(t), rapid.SampledFrom(m.rewards).Draw(t, "reward"))
	}
}

func (m *machine) redeemOwed(t *rapid.T) {
	p := m.anyone(t)
	if owed := m.owedRewards(p); len(owed) > 0 {
		m.redeemOne(t, p, rapid.SampledFrom(owed).Draw(t, "owed reward"))
	}
}

func (m *machine) redeemOne(t *rapid.T, p *person, r *reward) {
	m.advanceMinute()
	key := m.key(t)
	got, err := m.shop.Cases.Rewards.Redeem(context.Background(), m.shop.Barber, p.id, r.id, usecase.IdempotencyKey(key))
	request := fmt.Sprint("redeem ", p.id, r.id)
	if firstAnswer, known := m.replay(key, request); key != "" && known {
		mustRefuse(t, err, firstAnswer.refusal)
		return
	}
	refusal := m.mayRedeem(p, r, m.today())
	mustRefuse(t, err, refusal)
	m.keep(key, answer{request: request, refusal: refusal, visitID: r.id})
	if refusal == nil {
		r.status, r.givenTo, r.givenOn, r.givenAt, r.givenBy = loyalty.RewardRedeemed, p, m.today(), m.now(), m.shop.Barber.UserID
		m.mustAnswerAsNow(t, p, got.Progress)
	}
}

func (m *machine) takeBack(t *rapid.T) {
	if len(m.rewards) == 0 {
		return
	}
	r := rapid.SampledFrom(m.rewards).Draw(t, "reward")
	p := m.anyone(t)
	if r.givenTo != nil && !r.givenTo.archived && rapid.Bool().Draw(t, "whom it was given to") {
		p = r.givenTo
	}
	m.shop.Clock.Advance(rapid.SampledFrom([]time.Duration{time.Second, time.Minute}).Draw(t, "later"))
	actor := rapid.SampledFrom([]usecase.Actor{m.shop.Barber, m.shop.Admin}).Draw(t, "actor")
	reason, key := rapid.SampledFrom([]string{"", "era otro"}).Draw(t, "reason"), m.key(t)
	got, err := m.shop.Cases.Rewards.TakeBack(context.Background(), actor, service.TakeBackRequest{
		CustomerID: p.id, RewardID: r.id, Reason: reason, Key: usecase.IdempotencyKey(key),
	})
	request := fmt.Sprint("take back ", p.id, r.id, reason)
	if firstAnswer, known := m.replay(key, request); key != "" && known {
		mustRefuse(t, err, firstAnswer.refusal)
		return
	}
	refusal := m.mayTakeBack(p, r, actor.UserID, actor.Role == loyalty.Admin, reason)
	mustRefuse(t, err, refusal)
	m.keep(key, answer{request: request, refusal: refusal, visitID: r.id})
	if refusal == nil {
		r.status, r.givenTo = loyalty.RewardPending, nil
		r.updateStatus(m.stamps(r.card))
		if got.Reward.Status != r.status {
			t.Fatalf("the reward is %s, want %s", got.Reward.Status, r.status)
		}
		m.mustAnswerAsNow(t, p, got.Progress)
	}
}

func (m *machine) archive(t *rapid.T) {
	if rapid.IntRange(0, 3).Draw(t, "really") != 0 {
		return
	}
	m.advanceMinute()
	p := m.anyone(t)
	err := m.shop.Cases.Customers.Archive(context.Background(), m.shop.Owner, p.id)
	if p.archived {
		mustRefuse(t, err, loyalty.ErrCustomerNotFound)
		return
	}
	mustRefuse(t, err, nil)
	m.block(p)
}

// nextDay moves the clock to a time near the next midnight, but never back.
func (m *machine) nextDay(t *rapid.T) {
	now := m.shop.Clock.Now()
	midnight := m.business.StartOf(m.today().Plus(1))
	then := midnight.Add(rapid.SampledFrom([]time.Duration{-2 * time.Minute, 0, 9 * time.Hour}).Draw(t, "after midnight"))
	if then.After(now) {
		m.shop.Clock.Set(then)
	}
}

func (m *machine) clockChange(t *rapid.T) {
	change := m.shop.Clock.Now().Add(2 * time.Hour).Truncate(time.Hour)
	for m.offset(change) == m.offset(change.Add(-time.Hour)) {
		change = change.Add(time.Hour)
	}
	days := rapid.IntRange(0, 1).Draw(t, "days later")
	m.shop.Clock.Set(change.Add(-30*time.Minute).AddDate(0, 0, days))
}

func (m *machine) offset(instant time.Time) int {
	_, seconds := instant.In(m.business.Zone).Zone()
	return seconds
}

func mustRefuse(t *rapid.T, err, refusal error) {
	if refusal == nil && err != nil {
		t.Fatalf("the call is refused with %v, but the rules allow it", err)
	}
	if refusal != nil && !errors.Is(err, refusal) {
		t.Fatalf("the call returns %v, but the rules refuse it with %v, want the same refusal", err, refusal)
	}
}
