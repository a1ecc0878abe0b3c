package service_test

import (
	"bytes"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

// lostResponses is a shop that loses the responses to committed calls.
type lostResponses struct {
	*servicetest.Shop

	t     *testing.T
	cases *service.Service // answers the calls
	actor usecase.Actor    // makes them
	calls map[string]func() error
}

// national is a phone as the staff type it.
func (s *lostResponses) national() string { return strings.TrimPrefix(s.Phone(), "+34") }

func (s *lostResponses) customer() loyalty.Customer {
	ana := servicetest.CustomerWithPhone(s.t, s.Shop, "Ana", s.national())
	servicetest.RecordConsent(s.t, s.Shop, ana, true, loyalty.ConsentWhatsApp)
	return ana
}

func newLostResponses(t *testing.T) *lostResponses {
	t.Helper()
	s := &lostResponses{Shop: servicetest.New(t), t: t, calls: map[string]func() error{}}
	s.cases, s.actor = s.Cases, s.Owner
	s.EnableUsual(true)
	s.addCustomers()
	s.addFamilies()
	s.Clock.Set(turnsFourteen())
	s.addVisits()
	s.addCards()
	s.addBusiness()
	return s
}

// wantedAfterChange has the errors of retries that do not report the first call's success. None says that nothing happened.
func wantedAfterChange() map[string]map[string]error {
	notFound := map[string]error{}
	for _, call := range []string{
		"a new customer", "a child", "an own child", "an own phone", "an own phone at the counter", "a joined family", "a family offer",
		"a sent QR", "a changed QR", "an own changed QR", "a picture",
	} {
		notFound[call] = loyalty.ErrCustomerNotFound
	}
	return map[string]map[string]error{
		"the customers are archived":       notFound,
		"the customers are erased":         notFound,
		"the customers leave their family": {"a joined family": loyalty.ErrMemberNotFound, "a family offer": loyalty.ErrMemberNotFound},
		"the usual cut is off":             {"a picture": loyalty.ErrUsualDisabled},
		"all QRs are changed":              {"a registration": loyalty.ErrAlreadyRegistered},
		"all phones are changed":           {"a registration": loyalty.ErrAlreadyRegistered},
		"the customers are merged":         {"a registration": loyalty.ErrAlreadyRegistered},
		"a barber is signed in":            {"a user": loyalty.ErrForbidden, "an invitation": loyalty.ErrForbidden},
	}
}

// Each call is committed, its response is lost, one thing changes, and the call is sent again with its key.
func TestLostResponse_RetryAfterAChange_ReportsTheFirstCall(t *testing.T) {
	t.Parallel()
	wantedErrors := wantedAfterChange()
	for change, apply := range changesBeforeRetry() {
		t.Run(change, func(t *testing.T) {
			t.Parallel()
			s := newLostResponses(t)
			for name, call := range s.calls {
				if err := call(); err != nil {
					t.Fatalf("the first call of %s returns %v, want no error", name, err)
				}
			}
			apply(s)
			before := s.Database.Dump(t)
			for name, call := range s.calls {
				if name == "a registration" && (change == "the customers are archived" || change == "the customers are erased") {
					continue // registers again, see TestRegistration_KeyOfRemovedRecord_CountsAsNewForm
				}
				if err, want := call(), wantedErrors[change][name]; !errors.Is(err, want) {
					t.Errorf("the retry of %s returns %v, want %v", name, err, want)
				}
			}
			for _, row := range s.Database.Dump(t) {
				table, _, _ := strings.Cut(row, " ")
				if !slices.Contains(before, row) && table != "attempts" && table != "idempotency_keys" {
					t.Errorf("the retries wrote the row %s, want none", row)
				}
			}
			s.MustHoldInvariants(t)
		})
	}
}

func (s *lostResponses) addVisits() {
	add := func(name string, change func(ana loyalty.Customer, request *service.VisitRequest)) {
		request := service.VisitRequest{Key: s.Key()}
		change(s.customer(), &request)
		s.calls[name] = func() error {
			_, err := s.cases.Visits.Register(s.t.Context(), s.actor, request)
			return err
		}
	}
	add("a visit by name", func(ana loyalty.Customer, r *service.VisitRequest) { r.CustomerID = ana.ID })
	add("a scanned visit", func(ana loyalty.Customer, r *service.VisitRequest) { r.CustomerID, r.Scanned = ana.QR(), true })
	add("a hashed scan", func(ana loyalty.Customer, r *service.VisitRequest) {
		r.Times = loyalty.VisitTimes{ScannedAt: s.Clock.Now(), SentAt: s.Clock.Now()}
		scan := hashedScan(s.t, s.Shop, ana)
		r.CustomerID, r.QRHash = scan.CustomerID, scan.QRHash
	})
	add("a visit that a device stored", func(ana loyalty.Customer, r *service.VisitRequest) {
		r.CustomerID, r.Scanned, r.IDHash = ana.QR()[:8], true, usecase.HashID(ana.QR())
	})
	add("a visit by phone", func(ana loyalty.Customer, r *service.VisitRequest) { r.Phone = strings.TrimPrefix(ana.Phone, "+34") })
	add("a visit by whole phone", func(ana loyalty.Customer, r *service.VisitRequest) { r.Phone = ana.Phone })
	add("an authorized visit", func(ana loyalty.Customer, r *service.VisitRequest) {
		s.Visit(ana)
		r.CustomerID, r.Authorized = ana.ID, true
	})
	add("a visit of another day", func(ana loyalty.Customer, r *service.VisitRequest) {
		r.CustomerID, r.Day, r.Reason = ana.ID, "2029-05-15", "olvido"
	})
}

func (s *lostResponses) addCustomers() {
	form, draft := s.Form("Isa"), loyalty.CustomerDraft{Name: "Lea", Phone: s.national(), Tag: string(loyalty.TagCard)}
	form.Phone = s.national()
	guardian, mia := s.customer(), loyalty.ChildDraft{Name: "Mia", Birthday: "2022-05-17", Consents: true}
	leo, teo := servicetest.ChildOf(s.t, s.Shop, guardian, "Leo"), servicetest.ChildOf(s.t, s.Shop, guardian, "Teo")
	own, counter := ownPhone(s.national()), ownPhone(s.national())
	portal, other := servicetest.PortalUser(s.Shop, guardian), s.customer()
	keys := []usecase.IdempotencyKey{s.Key(), s.Key(), s.Key(), s.Key(), s.Key(), s.Key()}
	maps.Copy(s.calls, map[string]func() error{
		"a registration": func() error {
			_, err := s.cases.Registrations.Register(s.t.Context(), s.Business.ID, form, keys[0])
			return err
		},
		"a new customer": func() error {
			_, _, err := s.cases.Customers.Create(s.t.Context(), s.actor, draft, keys[1])
			return err
		},
		"a child": func() error {
			_, err := s.cases.Children.Add(s.t.Context(), s.actor, other.ID, mia, keys[2])
			return err
		},
		"an own child": func() error {
			_, err := s.cases.Children.AddOwn(s.t.Context(), portal, mia, keys[3])
			return err
		},
		"an own phone": func() error {
			return s.cases.Registrations.MoveChildToOwnPhone(s.t.Context(), portal, leo.ID, own, keys[4])
		},
		"an own phone at the counter": func() error {
			_, err := s.cases.Registrations.MoveChildToOwnPhoneAtCounter(s.t.Context(), s.actor, teo.ID, counter, keys[5])
			return err
		},
	})
}

func (s *lostResponses) addCards() {
	redeeming, returning, paper, correctedCustomer, picturedCustomer := s.customer(), s.customer(), s.customer(), s.customer(), s.customer()
	redeemedReward, returnedReward := s.Visits(redeeming, 5).NewReward, s.Visits(returning, 5).NewReward
	if _, err := s.Redeem(returning, loyalty.RewardHalf); err != nil {
		s.t.Fatal(err)
	}
	takeBack := service.TakeBackRequest{CustomerID: returning.ID, RewardID: returnedReward.ID, Reason: "error", Key: s.Key()}
	openingRequest := service.OpeningRequest{CustomerID: paper.ID, Stamps: 12, Key: s.Key()}
	correction := service.CorrectionRequest{CustomerID: correctedCustomer.ID, Stamps: 2, Reason: "olvido", Key: s.Key()}
	picture := pictureOf(s.Shop, picturedCustomer, 9)
	picture.Key, picture.Permission = s.Key(), servicetest.Permission()
	recipient, changedCustomer, own := s.customer(), s.customer(), s.customer()
	keys := []usecase.IdempotencyKey{s.Key(), s.Key(), s.Key(), s.Key()}
	maps.Copy(s.calls, map[string]func() error{
		"a redemption": func() error {
			_, err := s.cases.Rewards.RedeemFirst(s.t.Context(), s.actor, redeeming.ID, redeemedReward.ID, keys[0])
			return err
		},
		"an undone redemption": func() error { _, err := s.cases.Rewards.TakeBack(s.t.Context(), s.actor, takeBack); return err },
		"paper stamps": func() error {
			_, err := s.cases.Adjustments.RecordOpening(s.t.Context(), s.actor, openingRequest)
			return err
		},
		"a correction": func() error { _, err := s.cases.Adjustments.Correct(s.t.Context(), s.actor, correction); return err },
		"a picture":    func() error { _, err := s.cases.Usuals.AddPicture(s.t.Context(), s.actor, picture); return err },
		"a sent QR": func() error {
			_, err := s.cases.Messages.SendQRBy(s.t.Context(), s.actor, recipient.ID, keys[1])
			return err
		},
		"a changed QR": func() error {
			_, err := s.cases.QRChanges.Change(s.t.Context(), s.actor, changedCustomer.ID, keys[2])
			return err
		},
		"an own changed QR": func() error {
			_, err := s.cases.QRChanges.ChangeOwn(s.t.Context(), servicetest.PortalUser(s.Shop, own), keys[3])
			return err
		},
	})
}

func (s *lostResponses) addFamilies() {
	joining, guardian := s.customer(), s.customer()
	leo := servicetest.ChildOf(s.t, s.Shop, guardian, "Leo")
	join := service.JoinRequest{FamilyID: s.Family(loyalty.PolicyPool).ID, CustomerID: joining.ID, Role: loyalty.RoleAdult, Key: s.Key()}
	offer := service.AcceptOfferRequest{CustomerID: guardian.ID, JoiningIDs: []string{guardian.ID, leo.ID}, Key: s.Key()}
	key := s.Key()
	maps.Copy(s.calls, map[string]func() error{
		"a joined family": func() error { _, err := s.cases.Families.Join(s.t.Context(), s.actor, join); return err },
		"a family offer":  func() error { _, err := s.cases.Families.AcceptOffer(s.t.Context(), s.actor, offer); return err },
		"a new family": func() error {
			_, err := s.cases.Families.Create(s.t.Context(), s.actor, "Los Gil", loyalty.PolicyPool, key)
			return err
		},
	})
}

func (s *lostResponses) addBusiness() {
	barber := newBarber("luis@axioma.test")
	barber.Password = newNameOfTheShop
	file := service.ImportRequest{FileName: "a.csv", Data: []byte(importedSheet), Key: s.Key()}
	former := servicetest.New(s.t)
	former.Visits(former.Customer("Eva"), 10)
	exportZIP, archive := copyOf(s.t, former), service.ImportRequest{FileName: "copia.zip", Key: s.Key()}
	undone := storedImport(s.t, s.Shop, "Nombre;Teléfono\nUlises;"+s.national()+"\n")
	advanceImports(s.t, s.Shop)
	startImport(s.t, s.Shop, undone)
	advanceImports(s.t, s.Shop)
	operator := servicetest.OperatorActor(s.t, s.Town)
	business := service.BusinessDraft{Name: "Sur", OwnerEmail: "duena@sur.test", OwnerName: "Eva"}
	keys := []usecase.IdempotencyKey{s.Key(), s.Key(), s.Key(), s.Key()}
	maps.Copy(s.calls, map[string]func() error{
		"a user": func() error { _, err := s.cases.Users.Create(s.t.Context(), s.actor, barber, keys[0]); return err },
		"an invitation": func() error {
			_, err := s.cases.Invitations.Create(s.t.Context(), s.actor, newBarber("rosa@axioma.test"), keys[1])
			return err
		},
		"an import": func() error { _, err := s.cases.Imports.Create(s.t.Context(), s.actor, file); return err },
		"an import of a copy": func() error {
			_, err := s.cases.Imports.CreateFromCopy(s.t.Context(), s.actor, archive, bytes.NewReader(exportZIP), int64(len(exportZIP)))
			return err
		},
		"an undone import": func() error { _, err := s.cases.Imports.Undo(s.t.Context(), s.actor, undone, keys[2]); return err },
		"a business": func() error {
			_, err := s.cases.ControlPanel.Open(s.t.Context(), operator, business, keys[3])
			return err
		},
	})
}

// advance runs the workers for the imports.
func (s *lostResponses) advance() { advanceImports(s.t, s.Shop) }

// pass lets time pass, with the maintenance.
func (s *lostResponses) pass(period time.Duration) {
	s.Clock.Advance(period)
	if err := s.Cases.Maintenance.Run(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
}
