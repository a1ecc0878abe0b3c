// Package demo creates three barbershops. Two have a year of visits, by the use cases. The third has two years
// (history).
package demo

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sort"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Fixed, so that links to the registration form can be printed.
const (
	Password         = "Demo-1234"
	BusinessID       = "demobarberia"
	SecondBusinessID = "demonorte"
	BusyBusinessID   = "demoalameda"
	superadmin       = "superadmin@demo.test"
	historyMonths    = 12
	familyMonths     = 5
)

// Instructions returns the demo's addresses and accounts.
func Instructions(address string) string {
	return fmt.Sprintf(`
  Registro de clientes   %[1]s/public/register?bid=%[2]s
  Mostrador y gestión    %[1]s/login

  Cuentas de demostración (contraseña %[3]s)
    barber@demo.test       mostrador
    admin@demo.test        administración
    owner@demo.test        propietario
    superadmin@demo.test   operador de la plataforma
    owner@norte.test       propietario del segundo negocio
    owner@alameda.test     propietaria de un negocio con dos años de visitas: panel e informes llenos
`, address, BusinessID, Password)
}

// AccountEmails returns the demo accounts, which share Password.
func AccountEmails() []string {
	accounts := []string{superadmin}
	for _, shop := range shops() {
		for _, member := range shop.staff {
			accounts = append(accounts, member.email)
		}
	}
	return accounts
}

// In progress, then done. Demos of older versions have no state.
const (
	stateSetting    = "demo"
	stateInProgress = "in progress"
	stateDone       = "done"
)

// Create creates or completes the demo, with the year that ends today. address is the public URL. Of several servers,
// one creates it.
func Create(ctx context.Context, st *store.Store, address string, today time.Time) error {
	if exists, err := isComplete(ctx, st); exists || err != nil {
		return err
	}
	return st.RunExclusively(ctx, func() error {
		if exists, err := isComplete(ctx, st); exists || err != nil {
			return err
		}
		return create(ctx, st, address, today)
	})
}

func create(ctx context.Context, st *store.Store, address string, today time.Time) error {
	if err := setState(ctx, st, stateInProgress); err != nil {
		return err
	}
	stage, err := newReplay(st, address, today)
	if err != nil {
		return err
	}
	if err := stage.createBusinesses(ctx); err != nil {
		return fmt.Errorf("creating the demo: %w", err)
	}
	for _, shop := range shops() {
		if err := stage.replayShop(ctx, shop); err != nil {
			return fmt.Errorf("creating the demo of %s: %w", shop.name, err)
		}
	}
	return setState(ctx, st, stateDone)
}

func isComplete(ctx context.Context, st *store.Store) (bool, error) {
	progress := ""
	err := st.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		if _, err = tx.Businesses().Get(BusinessID); err == nil {
			progress, _, err = tx.Settings().Get(stateSetting)
		}
		return err
	})
	if errors.Is(err, loyalty.ErrBusinessNotFound) {
		return false, nil
	}
	return progress != stateInProgress, err
}

func setState(ctx context.Context, st *store.Store, progress string) error {
	return st.InPlatform(ctx, func(tx *store.PlatformTx) error { return tx.Settings().Set(stateSetting, progress) })
}

// replay sets the clock to the time of each event before it runs.
type replay struct {
	store  *store.Store
	cases  *service.Service
	random *rand.Rand
	today  time.Time
	now    time.Time
}

func newReplay(st *store.Store, address string, today time.Time) (*replay, error) {
	zone, err := st.Zone(loyalty.DefaultTimeZone)
	if err != nil {
		return nil, err
	}
	s := &replay{store: st, random: rand.New(rand.NewPCG(2026, 11)), today: today.In(zone)}
	s.now = s.today.AddDate(0, -historyMonths, 0)
	s.cases, err = service.New(st, service.Options{Clock: func() time.Time { return s.now }, PublicURL: address})
	return s, err
}

func (s *replay) createBusinesses(ctx context.Context) error {
	_, err := s.cases.Users.CreateSuperadmin(ctx, access.NewUser{Email: superadmin, Name: "Operación Axioma", Password: Password})
	if err != nil && !errors.Is(err, loyalty.ErrEmailTaken) {
		return err
	}
	for _, shop := range shops() {
		if _, err := s.cases.Businesses.ByID(ctx, shop.id); !errors.Is(err, loyalty.ErrBusinessNotFound) {
			if err != nil {
				return err
			}
			continue
		}
		s.now = s.today.AddDate(0, -shop.monthsOpen(), 0)
		draft := service.NewBusiness{ID: shop.id, Name: shop.name}
		for _, member := range shop.staff {
			draft.Staff = append(draft.Staff, access.NewUser{Email: member.email, Name: member.name, Role: member.role, Password: Password})
		}
		if _, err := s.cases.Businesses.Create(ctx, draft); err != nil {
			return err
		}
	}
	return nil
}

type replayEvent struct {
	at  time.Time
	run func(context.Context) error
}

func (s *replay) replayShop(ctx context.Context, shop shop) error {
	actors, err := s.actors(ctx, shop)
	if err != nil {
		return err
	}
	if hasRows, err := s.hasCustomers(ctx, actors[0]); hasRows || err != nil {
		return err
	}
	settings := loyalty.SettingChanges{Legal: shop.legal, Premises: shop.premises, MeanTicket: shop.meanTicket, ServiceCost: shop.serviceCost}
	if _, err := s.cases.Businesses.ChangeSettings(ctx, actors[0], settings, false); err != nil {
		return err
	}
	if shop.isBusy {
		if err := s.writeHistory(ctx, shop); err != nil {
			return err
		}
	}
	var events []replayEvent
	for i, person := range shop.people {
		events = append(events, s.eventsOf(shop, actors, i, person)...)
	}
	formedAt := s.openingHour(s.today.AddDate(0, -familyMonths, 0))
	events = append(events, replayEvent{at: formedAt, run: func(ctx context.Context) error { return s.formFamilies(ctx, shop, actors) }})
	sort.SliceStable(events, func(i, j int) bool { return events[i].at.Before(events[j].at) })
	for _, e := range events {
		s.now = e.at
		if err := e.run(ctx); err != nil {
			return err
		}
	}
	s.now = s.today
	if _, err := s.cases.FirstSteps.Hide(ctx, actors[0], true); err != nil {
		return err
	}
	return s.sendQRs(ctx, actors[0])
}

func (s *replay) hasCustomers(ctx context.Context, owner usecase.Actor) (bool, error) {
	customers, err := s.cases.Customers.List(ctx, owner, service.CustomersRequest{ListRequest: usecase.ListRequest{Limit: 1}})
	return customers.Total > 0, err
}

func (s *replay) actors(ctx context.Context, shop shop) ([]usecase.Actor, error) {
	var actors []usecase.Actor
	err := s.store.ViewPlatform(ctx, func(tx *store.PlatformTx) error {
		actors = nil
		for _, member := range shop.staff {
			user, err := tx.Users().ByEmail(member.email)
			if err != nil {
				return err
			}
			actors = append(actors, usecase.Actor{UserID: user.ID, Role: user.Role, BusinessID: shop.id})
		}
		return nil
	})
	return actors, err
}
