package demo

import (
	"context"
	"crypto/rand"
	"fmt"
	mathrand "math/rand/v2"
	"slices"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

const (
	busyMonths = 24
	busyVisits = 6000
)

// history writes rows directly: use cases would take a minute for two years. The test checks the store's invariants.
type history struct {
	random   *mathrand.Rand
	ids      loyalty.IDs
	business loyalty.Business
	owner    string
	barbers  []string // the last works the most
	today    time.Time
}

type regular struct {
	loyalty.Customer
	barber string
	visits []time.Time
}

// weekdayLoad starts on Sunday.
var weekdayLoad = [...]float64{0, 0.5, 0.7, 0.8, 1, 1.5, 1.7}

// monthLoad starts in January. The shop is closed in August.
var monthLoad = [...]float64{0.8, 0.85, 1, 1, 1.05, 1.15, 0.85, 0, 1.1, 1, 0.95, 1.3}

var visitHours = []int{10, 10, 11, 11, 12, 12, 13, 16, 17, 17, 18, 18, 18, 19, 19, 19}

// writeTimeout is long enough for a busy machine.
const writeTimeout = 10 * time.Minute

func (h history) write(ctx context.Context, st *store.Store) error {
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	err := st.InBusiness(ctx, h.business.ID, func(tx *store.Tx) error {
		h.random = mathrand.New(mathrand.NewPCG(2026, 8)) // same customers if the transaction is repeated
		for number, visits := 0, 0; visits < busyVisits; number++ {
			customer := h.newRegular(number)
			if err := h.writeCustomer(tx, customer); err != nil {
				return err
			}
			visits += len(customer.visits)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("writing the history of %s: %w", h.business.Name, err)
	}
	return nil
}

// newRegular returns a regular customer. The shop grows: more customers began in the last year.
func (h history) newRegular(number int) regular {
	daysOpen := int(h.today.Sub(h.business.CreatedAt).Hours()/24) - 1
	began := h.today.AddDate(0, 0, -1-int(float64(daysOpen)*h.random.Float64()*(0.7+0.3*h.random.Float64())))
	givenName, family, second := names[number%len(names)], surnames[(number*7)%len(surnames)], surnames[(number*13+5)%len(surnames)]
	r := regular{barber: h.barbers[min(h.random.IntN(len(h.barbers)+1), len(h.barbers)-1)]}
	r.Customer = loyalty.Customer{
		Name: givenName + " " + family + " " + second, Phone: fmt.Sprintf("+34699%06d", 100_000+number*37), Version: 1,
		Birthday: loyalty.Day(fmt.Sprintf("%d-%02d-%02d", 1955+(number*11)%50, 1+(number*5)%12, 1+(number*17)%28)),
		Tag:      []loyalty.Tag{loyalty.TagCard, loyalty.TagCard, loyalty.TagSporadic, loyalty.TagCard, loyalty.TagVIPB}[number%5],
	}
	r.visits = h.visitsFrom(began)
	return r
}

// visitsFrom returns a customer's visits. A quarter come only once or twice. After August, one in eight does not
// return.
func (h history) visitsFrom(began time.Time) []time.Time {
	rhythm := 12 + h.random.IntN(20)
	limit := 1000
	if h.random.IntN(4) == 0 {
		limit = 1 + h.random.IntN(2)
	}
	var visits []time.Time
	for day := began; len(visits) < limit; {
		day = h.openDay(day)
		at := time.Date(day.Year(), day.Month(), day.Day(), h.hourOf(day), h.random.IntN(60), h.random.IntN(60), 0, day.Location())
		if !at.Before(h.today) {
			return visits
		}
		visits = append(visits, at)
		next := day.AddDate(0, 0, int(float64(rhythm-3+h.random.IntN(7))/max(0.7, monthLoad[day.Month()-1])))
		stopsAfterSummer := day.Month() < time.August && next.Month() >= time.August && h.random.IntN(8) == 0
		if stopsAfterSummer || h.random.IntN(60) == 0 {
			return visits
		}
		day = next
	}
	return visits
}

func (h history) openDay(day time.Time) time.Time {
	if day.Month() == time.August {
		day = time.Date(day.Year(), time.September, 1+h.random.IntN(12), 12, 0, 0, 0, day.Location())
	}
	for day.Weekday() == time.Sunday || h.random.Float64()*1.7 > weekdayLoad[day.Weekday()] {
		day = day.AddDate(0, 0, 1)
	}
	if day.Month() == time.August {
		return h.openDay(day)
	}
	return day
}

func (h history) hourOf(day time.Time) int {
	if day.Weekday() == time.Saturday {
		return visitHours[h.random.IntN(7)]
	}
	return visitHours[h.random.IntN(len(visitHours))]
}

func (h history) writeCustomer(tx *store.Tx, r regular) error {
	if len(r.visits) == 0 {
		return nil
	}
	began := r.visits[0].Add(-3 * time.Minute)
	id, err := h.ids.Secret()
	if err != nil {
		return err
	}
	cardID, err := h.ids.Next(began)
	if err != nil {
		return err
	}
	if r.QRID, err = h.ids.Secret(); err != nil {
		return err
	}
	r.ID, r.CreatedAt = id, began
	if _, err := tx.Customers().Insert(r.Customer, loyalty.Card{ID: cardID, CustomerID: id}); err != nil {
		return err
	}
	if err := h.record(tx, h.owner, loyalty.ActionCustomerCreated, id, "", began); err != nil {
		return err
	}
	if err := h.writeConsents(tx, r.Customer); err != nil {
		return err
	}
	return h.writeVisits(tx, r, cardID)
}

// writeConsents writes consents. Two thirds accept messages, and half of all promotions too.
func (h history) writeConsents(tx *store.Tx, customer loyalty.Customer) error {
	draw := h.random.IntN(6)
	kinds := []loyalty.ConsentKind{loyalty.ConsentPrivacy}
	if draw < 4 {
		kinds = append(kinds, loyalty.ConsentWhatsApp)
	}
	if draw < 3 {
		kinds = append(kinds, loyalty.ConsentPromotions)
	}
	for _, kind := range kinds {
		id, err := h.ids.Next(customer.CreatedAt)
		if err != nil {
			return err
		}
		err = tx.Consents().Insert(loyalty.Consent{
			ID: id, CustomerID: customer.ID, Kind: kind, Granted: true, At: customer.CreatedAt, Form: loyalty.FormRegistration, TextVersion: loyalty.ConsentTextVersion,
		})
		if err != nil {
			return err
		}
	}
	if draw >= 4 {
		return nil
	}
	return tx.Phones().NoteVerification(customer, customer.CreatedAt)
}

// writeVisits writes visits and redeems up to three of four rewards, each at a later visit.
func (h history) writeVisits(tx *store.Tx, r regular, cardID string) error {
	terms := h.business.IndividualTerms(r.Tag)
	var owed []loyalty.Reward
	for i, at := range r.visits {
		barber := r.barber
		if h.random.IntN(6) == 0 {
			barber = h.barbers[h.random.IntN(len(h.barbers))]
		}
		if len(owed) > 0 && h.random.IntN(3) > 0 {
			if err := h.redeem(tx, owed[0], r.ID, barber, at.Add(time.Minute)); err != nil {
				return err
			}
			owed = owed[1:]
		}
		visit := loyalty.Visit{
			CustomerID: r.ID, CardID: cardID, At: at, Day: h.business.DayOf(at), StampNumber: int64(i + 1), Terms: terms, RegisteredBy: barber,
		}
		rewards, err := h.stamp(tx, visit)
		if err != nil {
			return err
		}
		if h.random.IntN(4) > 0 {
			owed = append(owed, rewards...)
		}
	}
	return nil
}

func (h history) stamp(tx *store.Tx, visit loyalty.Visit) (rewards []loyalty.Reward, err error) {
	if visit.ID, err = h.ids.Next(visit.At); err != nil {
		return nil, err
	}
	if _, err := tx.Visits().Insert(visit); err != nil {
		return nil, err
	}
	if err := tx.Cards().Stamp(visit.CardID); err != nil {
		return nil, err
	}
	if err := tx.Customers().CountVisit(visit, visit.StampNumber == 1); err != nil {
		return nil, err
	}
	if err := h.record(tx, visit.RegisteredBy, loyalty.ActionVisitRegistered, visit.ID, visit.CustomerID, visit.At); err != nil {
		return nil, err
	}
	kind, ok := visit.Terms.RewardAt(visit.StampNumber)
	if !ok {
		return nil, nil
	}
	id, err := h.ids.Next(visit.At)
	reward := loyalty.Reward{
		ID: id, CardID: visit.CardID, CustomerID: visit.CustomerID, Kind: kind, Status: loyalty.RewardPending, Milestone: visit.StampNumber, CreatedAt: visit.At,
	}
	if err == nil {
		_, err = tx.Rewards().Insert(reward)
	}
	return []loyalty.Reward{reward}, err
}

func (h history) redeem(tx *store.Tx, reward loyalty.Reward, customerID, userID string, at time.Time) error {
	reward.Redemption = &loyalty.Redemption{CustomerID: customerID, At: at, Day: h.business.DayOf(at), UserID: userID}
	if err := tx.Rewards().Redeem(reward); err != nil {
		return err
	}
	return h.record(tx, userID, loyalty.ActionRewardRedeemed, reward.ID, customerID, at)
}

func (h history) record(tx *store.Tx, userID string, action loyalty.Action, subject, detail string, at time.Time) error {
	id, err := h.ids.Next(at)
	if err != nil {
		return err
	}
	return tx.Trail().Insert(loyalty.AuditEntry{ID: id, At: at, ActorID: userID, Action: action, SubjectID: subject, Detail: detail})
}

func (s *replay) writeHistory(ctx context.Context, shop shop) error {
	business, err := s.cases.Businesses.ByID(ctx, shop.id)
	if err != nil {
		return err
	}
	actors, err := s.actors(ctx, shop)
	if err != nil {
		return err
	}
	h := history{
		ids: loyalty.IDs{Random: rand.Reader}, business: business, owner: actors[0].UserID, today: s.today,
	}
	for _, actor := range slices.Backward(actors) {
		h.barbers = append(h.barbers, actor.UserID)
	}
	return h.write(ctx, s.store)
}

var names = []string{
	"Adrián", "Aitor", "Alejandro", "Andrés", "Ángel", "Borja", "Carlos", "Cristian", "Daniel", "David", "Diego", "Eduardo", "Emilio", "Enrique", "Fernando",
	"Gabriel", "Gonzalo", "Guillermo", "Héctor", "Hugo", "Iker", "Ismael", "Iván", "Jaime", "Javier", "Joel", "Jorge", "José Luis", "Juan Carlos", "Julio",
	"Lucas", "Luis", "Manuel", "Marcos", "Mario", "Martín", "Mateo", "Miguel", "Nicolás", "Óscar", "Pablo", "Pedro", "Rafael", "Ramón", "Raúl", "Roberto", "Rodrigo",
	"Samuel", "Sergio", "Tomás", "Unai", "Vicente", "Víctor",
}

var surnames = []string{
	"García", "Martínez", "López", "Sánchez", "Pérez", "Gómez", "Ruiz", "Díaz", "Moreno", "Álvarez", "Muñoz", "Romero", "Alonso", "Navarro", "Torres", "Gil", "Serrano",
	"Molina", "Blanco", "Castro", "Ortega", "Delgado", "Marín", "Núñez", "Iglesias", "Medina", "Cortés", "Garrido", "Santos", "Lozano", "Guerrero", "Cano", "Prieto",
	"Méndez", "Cruz", "Herrera", "Peña", "Flores", "Cabrera", "Campos", "Vega", "Fuentes", "Carrasco", "Reyes", "Aguilar", "Nieto", "Pascual",
}
