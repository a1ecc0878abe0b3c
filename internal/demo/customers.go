package demo

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

type member struct {
	email, name string
	role        loyalty.Role
}

type shop struct {
	id, name string
	legal    loyalty.LegalChanges
	premises loyalty.PremisesChanges
	staff    []member
	people   []person
	families []family

	isBusy                  bool
	meanTicket, serviceCost *int64
}

func (s shop) monthsOpen() int {
	if s.isBusy {
		return busyMonths
	}
	return historyMonths
}

type person struct {
	name               string
	tag                loyalty.Tag
	daysBetween        int // between visits
	monthsAgo          int
	notes              string
	visits             int  // at most, the last ones; zero: all
	lapsed             bool // no visit for three months
	neverRedeems       bool
	registeredThisWeek bool
}

type family struct {
	name   string
	policy loyalty.FamilyPolicy
	names  []string // the first is PRIMARY; "-" marks children
}

func (s *replay) eventsOf(shop shop, actors []usecase.Actor, index int, p person) []replayEvent {
	customerID := ""
	began := s.openingHour(s.firstDay(p))
	events := []replayEvent{{at: began, run: func(ctx context.Context) (err error) {
		customerID, err = s.register(ctx, shop, actors[0], index, p)
		return err
	}}}
	for i, day := range s.visitDays(began, p) {
		actor := actors[1+i%(len(actors)-1)]
		events = append(events, replayEvent{at: day, run: func(ctx context.Context) error {
			return s.visit(ctx, actor, customerID, !p.neverRedeems)
		}})
	}
	return events
}

func (s *replay) firstDay(p person) time.Time {
	if p.registeredThisWeek {
		return s.today.AddDate(0, 0, -3)
	}
	return s.today.AddDate(0, -p.monthsAgo, -s.random.IntN(20))
}

func (s *replay) visitDays(began time.Time, p person) []time.Time {
	if p.registeredThisWeek {
		return nil
	}
	last := s.today.AddDate(0, 0, -1)
	if p.lapsed {
		last = s.today.AddDate(0, -3, 0)
	}
	var days []time.Time
	for day := began.Add(40 * time.Minute); day.Before(last); {
		days = append(days, day)
		day = s.openingHour(day.AddDate(0, 0, p.daysBetween-2+s.random.IntN(5)))
	}
	if p.visits > 0 && len(days) > p.visits {
		days = days[len(days)-p.visits:]
	}
	return days
}

func (s *replay) openingHour(day time.Time) time.Time {
	if day.Weekday() == time.Sunday {
		day = day.AddDate(0, 0, 1)
	}
	hours := []int{9, 10, 10, 11, 11, 12, 13, 16, 17, 17, 18, 18, 19}
	return time.Date(day.Year(), day.Month(), day.Day(), hours[s.random.IntN(len(hours))], s.random.IntN(60), s.random.IntN(60), 0, day.Location())
}

// register registers every third customer at the counter, the others by the form, with the welcome discount.
func (s *replay) register(ctx context.Context, shop shop, owner usecase.Actor, index int, p person) (string, error) {
	draft := loyalty.CustomerDraft{
		Name:     p.name,
		Phone:    fmt.Sprintf("+346%02d%06d", 10+index, 111111+7919*index+len(shop.id)),
		Email:    emailOf(p.name),
		Birthday: fmt.Sprintf("%d-%02d-%02d", 1958+(index*7)%48, 1+(index*5)%12, 1+(index*11)%28),
		Notes:    p.notes,
		Tag:      string(p.tag),
	}
	if index%3 == 0 && !p.registeredThisWeek {
		draft.Tag = cmp.Or(draft.Tag, string(loyalty.TagSporadic)) // the staff always set a tag
		customer, _, err := s.cases.Customers.Create(ctx, owner, draft, "")
		return customer.ID, err
	}
	result, err := s.cases.Registrations.Register(ctx, shop.id, loyalty.Registration{
		CustomerDraft: draft, AcceptedPrivacy: true, EmailOptIn: true, AcceptedPromotions: index%2 == 0,
	}, "")
	if err != nil || index%2 != 0 {
		return result.Customer.ID, err
	}
	// A verification at registration would queue the QR as of a year ago.
	holder := access.PortalUser{BusinessID: shop.id, CustomerID: result.Customer.ID}
	err = s.store.InBusiness(ctx, shop.id, func(tx *store.Tx) error { return tx.Phones().NoteVerification(result.Customer, s.now) })
	if err != nil {
		return "", err
	}
	return holder.CustomerID, s.cases.SelfService.SetConsent(ctx, holder, loyalty.ConsentWhatsApp, true)
}

func (s *replay) visit(ctx context.Context, actor usecase.Actor, customerID string, redeems bool) error {
	before, err := s.cases.Cards.Progress(ctx, actor, customerID)
	if err != nil {
		return err
	}
	if _, err := s.cases.Visits.Register(ctx, actor, service.VisitRequest{CustomerID: customerID}); err != nil {
		return err
	}
	if !redeems || len(before.Owed) == 0 || s.random.IntN(5) == 0 {
		return nil
	}
	_, err = s.cases.Rewards.Redeem(ctx, actor, customerID, before.Owed[0].ID, "")
	if errors.Is(err, loyalty.ErrWelcomeNotCombinable) {
		return nil
	}
	return err
}

func (s *replay) sendQRs(ctx context.Context, owner usecase.Actor) error {
	customers, err := s.cases.Customers.List(ctx, owner, service.CustomersRequest{ListRequest: usecase.ListRequest{Limit: 100}})
	sentCount := 0
	for _, customer := range customers.Items {
		if sentCount == 3 {
			break
		}
		refusal, err := s.cases.Messages.SendQR(ctx, owner, customer.ID, "")
		if err != nil {
			return err
		}
		if refusal == "" {
			sentCount++
		}
	}
	return err
}

func (s *replay) formFamilies(ctx context.Context, shop shop, actors []usecase.Actor) error {
	for _, f := range shop.families {
		family, err := s.cases.Families.Create(ctx, actors[0], f.name, f.policy, "")
		if err != nil {
			return err
		}
		for i, name := range f.names {
			role := loyalty.RoleAdult
			if i == 0 {
				role = loyalty.RolePrimary
			}
			if child, found := strings.CutPrefix(name, "-"); found {
				name, role = child, loyalty.RoleChild
			}
			if err := s.joinFamily(ctx, actors[0], family.ID, name, role); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *replay) joinFamily(ctx context.Context, owner usecase.Actor, familyID, name string, role loyalty.FamilyRole) error {
	customers, err := s.cases.Customers.List(ctx, owner, service.CustomersRequest{ListRequest: usecase.ListRequest{Search: name, Limit: 1}})
	if err != nil {
		return err
	}
	if len(customers.Items) == 0 {
		return fmt.Errorf("the demo has no customer %q", name)
	}
	_, err = s.cases.Families.Join(ctx, owner, service.JoinRequest{FamilyID: familyID, CustomerID: customers.Items[0].ID, Role: role})
	return err
}

func emailOf(name string) string {
	return strings.ReplaceAll(loyalty.Fold(name), " ", ".") + "@correo.test"
}
