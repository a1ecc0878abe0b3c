package httpapi

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
)

func fixedPath(path string) func(*site) string { return func(*site) string { return path } }

func fixedBody(body string) func(*site) string { return func(*site) string { return body } }

func ofShop(path string) func(*site) string {
	return func(s *site) string { return fmt.Sprintf(path, s.Business.ID) }
}

// ofNewShop uses a new business, because suspending ours would break the other rows.
func ofNewShop(path string) func(*site) string {
	return func(s *site) string { return fmt.Sprintf(path, s.Town.Shop(s.t).Business.ID) }
}

func openBody(s *site) string {
	return fmt.Sprintf(`{"name":"Barbería Sur","timezone":"Europe/Madrid","country":"ES","ownerEmail":"duena%.12s@axioma.test","ownerName":"Eva"}`, s.Phone()[1:])
}

func ofCustomer(path string) func(*site) string {
	return func(s *site) string { return fmt.Sprintf(path, s.Customer("Ana Secreta").ID) }
}

func ofQR(path string) func(*site) string {
	return func(s *site) string { return fmt.Sprintf(path, s.Customer("Ana Secreta").QR()) }
}

const (
	createdPasskey  = `{"name":" ","id":"AAAA","clientDataJSON":"AAAA","attestationObject":"AAAA"}`
	signedChallenge = `{"id":"AAAA","clientDataJSON":"AAAA","authenticatorData":"AAAA","signature":"AAAA"}`

	sentFile     = "Nombre;Teléfono\nLuis;613345678\n"
	importedFile = "Nombre;Teléfono\nAna Secreta;612345678\n"
)

func copyBody(s *site) string {
	shop := s.Town.Shop(s.t)
	shop.Customer("Luis")
	var out bytes.Buffer
	if err := s.Cases.Exports.Write(s.t.Context(), shop.Owner, shop.Business.ID, &out); err != nil {
		s.t.Fatal(err)
	}
	return out.String()
}

// withRoomForImports first drops imports that have not started, because a business may have only a few.
func withRoomForImports(path string) func(*site) string {
	return func(s *site) string { ofImport(loyalty.ImportChecked, "")(s); return path }
}

func ofImport(state loyalty.ImportState, act string) func(*site) string {
	return func(s *site) string {
		imports := s.Cases.Imports
		list, err := imports.List(s.t.Context(), s.Owner)
		for _, i := range list {
			if i.StartedAt.IsZero() {
				err = errors.Join(err, imports.Drop(s.t.Context(), s.Owner, i.ID))
			}
		}
		if err != nil {
			s.t.Fatal(err)
		}
		if state == loyalty.ImportDone {
			return "/imports/" + s.Import(importedFile).ID + act
		}
		createdImport, err := imports.Create(s.t.Context(), s.Owner, service.ImportRequest{Data: []byte(importedFile)})
		if err == nil {
			err = imports.Advance(s.t.Context())
		}
		if err != nil {
			s.t.Fatal(err)
		}
		return "/imports/" + createdImport.ID + act
	}
}

func ofBarber(path string) func(*site) string {
	return func(s *site) string { return fmt.Sprintf(path, s.Account(loyalty.Barber).ID) }
}

func ofDevice(path string) func(*site) string {
	return func(s *site) string { return fmt.Sprintf(path, s.EnrolDevice("Tablet").ID) }
}

func ofHanded(path string) func(*site) string {
	return func(s *site) string {
		device := s.EnrolDevice("Tablet")
		s.RevokeDevice(device)
		s.HandOver(device, s.ScannedVisit(s.Customer("Ana Secreta")))
		return fmt.Sprintf(path, device.ID, s.HandoverVisits(device.ID)[0].ID)
	}
}

func ofWaiting(path string) func(*site) string {
	return func(s *site) string {
		sentAt := s.Clock.Now()
		visit, err := s.Cases.Visits.Register(s.t.Context(), s.Barber, service.VisitRequest{
			CustomerID: s.Customer("Ana Secreta").ID, Times: loyalty.VisitTimes{ScannedAt: sentAt.Add(-20 * time.Hour), SentAt: sentAt},
		})
		if err != nil || !visit.Waiting {
			s.t.Fatalf("a late visit waits %t: %v", visit.Waiting, err)
		}
		return fmt.Sprintf(path, visit.Visit.ID)
	}
}

func ofVisit(s *site) string { return "/visits/" + s.Visit(s.Customer("Ana Secreta")).Visit.ID }

func ofMerge(s *site) string {
	mergeResult, err := s.Cases.Merges.Merge(s.t.Context(), s.Owner, s.Customer("Ana Secreta").ID, s.Customer("Ana").ID)
	if err != nil {
		s.t.Fatalf("merging: %v", err)
	}
	return "/merges/" + mergeResult.MergeID + "/undo"
}

func mergeBody(s *site) string { return fmt.Sprintf(`{"mergedId":%q}`, s.Customer("Ana").ID) }

func ofOwnVisit(act string) func(*site) string {
	return func(s *site) string {
		customer := s.Customer("Ana Secreta")
		if s.as != asBarber && s.as != asAdmin && s.as != asOwner && s.as != asOperator {
			return "/visits/" + s.Visit(customer).Visit.ID + act
		}
		var visit RegisteredVisit
		s.call(s.as, http.MethodPost, "/customers/"+customer.ID+"/visits?businessId="+s.Business.ID, "").into(&visit)
		return "/visits/" + visit.ID + act
	}
}

func servedByBody(s *site) string { return fmt.Sprintf(`{"servedById":%q}`, s.Barber.UserID) }

func ofRemovalRequest(s *site) string {
	visit := s.Visit(s.Customer("Ana Secreta")).Visit.ID
	if _, err := s.Cases.Visits.RequestRemoval(s.t.Context(), s.Barber, visit); err != nil {
		s.t.Fatalf("asking for a removal: %v", err)
	}
	return "/visits/" + visit + "/removal-request/refuse"
}

func openingBody(s *site) string {
	allowOpenings(s)
	return `{"stamps":7,"note":"Tarjeta de papel"}`
}

func openingPreview(s *site) string {
	allowOpenings(s)
	return ofCustomer("/customers/%s/opening-balance/preview?stamps=7")(s)
}

func allowOpenings(s *site) {
	allowed := true
	changes := loyalty.SettingChanges{BarberOpeningBalances: &allowed}
	if _, err := s.Cases.Businesses.ChangeSettings(s.t.Context(), s.Shop.Owner, changes, false); err != nil {
		s.t.Fatalf("allowing barbers to enter paper cards: %v", err)
	}
}

func ofOpening(s *site) string {
	adjustmentResult, err := s.Cases.Adjustments.RecordOpening(s.t.Context(), s.Admin, service.OpeningRequest{CustomerID: s.Customer("Ana Secreta").ID, Stamps: 7})
	if err != nil {
		s.t.Fatalf("entering a paper card: %v", err)
	}
	return "/adjustments/" + adjustmentResult.Adjustment.ID + "/undo"
}

func ofReward(s *site) string {
	customer := s.Register("Ana Secreta")
	welcome, _ := s.Progress(customer).FirstOwed(loyalty.RewardWelcome)
	return "/customers/" + customer.ID + "/rewards/" + welcome.ID + "/redeem"
}

func ofGivenReward(s *site) string {
	customer := s.Register("Ana Secreta")
	redemption, err := s.Redeem(customer, loyalty.RewardWelcome)
	if err != nil {
		s.t.Fatalf("redeeming: %v", err)
	}
	return "/customers/" + customer.ID + "/rewards/" + redemption.Reward.ID + "/take-back"
}

func ofFamily(path string) func(*site) string {
	return func(s *site) string {
		return fmt.Sprintf(path, s.Family(loyalty.PolicyPool, s.Customer("Ana Secreta")).ID)
	}
}

func ofEmptyFamily(path string) func(*site) string {
	return func(s *site) string { return fmt.Sprintf(path, s.Family(loyalty.PolicyPool).ID) }
}

func ofMember(path string) func(*site) string {
	return func(s *site) string {
		ana := s.Customer("Ana Secreta")
		return fmt.Sprintf(path, s.Family(loyalty.PolicyPool, ana).ID, ana.ID)
	}
}

func memberBody(s *site) string {
	return fmt.Sprintf(`{"customerId":%q,"role":"CHILD"}`, s.Customer("Ana Secreta").ID)
}

func registerBody(s *site) string {
	return fmt.Sprintf(`{"businessId":%q,"name":"Ana","phone":%q,"email":"ana@correo.test","birthday":"2015-05-17","guardianName":"Eva","guardianConsent":true,`+
		`"whatsappOptIn":true,"emailOptIn":true,"smsOptIn":false,"acceptedPrivacy":true,"acceptedPromotions":true}`, s.Business.ID, s.Phone())
}

func messageBody(s *site) string { return `{"businessId":"` + s.Business.ID + `"}` }

func codeBody(s *site) string {
	return fmt.Sprintf(`{"phone":%q,"businessId":%q,"birthday":"1990-05-17"}`, s.Customer("Ana Secreta").Phone, s.Business.ID)
}

func checkBody(s *site) string {
	return fmt.Sprintf(`{"phone":%q,"businessId":%q,"code":"123456"}`, s.Customer("Ana Secreta").Phone, s.Business.ID)
}

func loginBody(s *site) string {
	return fmt.Sprintf(`{"email":%q,"password":%q}`, s.Staff[loyalty.Admin].Email, servicetest.Password)
}

func customerBody(s *site) string {
	return fmt.Sprintf(`{"name":"Ana","phone":%q,"email":"ana@correo.test","birthday":"2015-05-17","guardianName":"Eva","guardianConsent":true,`+
		`"notes":"Nada","tag":"BONO_TARJETA"}`, s.Phone())
}

func changeBody(s *site) string {
	return fmt.Sprintf(`{"name":"Berta","phone":%q,"email":"berta@correo.test","birthday":"2016-05-17","guardianName":"Eva","guardianConsent":true,`+
		`"notes":"Algo","tag":"BONO_VIP_A"}`, s.Phone())
}

func settingsBody(s *site) string {
	name := s.Business.Name
	if s.as == asForeignOwner {
		name = s.other.Business.Name
	}
	return fmt.Sprintf(`{"name":%q,"timezone":"Europe/Madrid","country":"ES","visitTarget":8,"vipVisitTarget":3,`+
		`"halfRewardEnabled":true,"welcomeText":"Un corte","birthdayMessages":true,"oneMoreMessages":true,`+
		`"quietFrom":"20:30","quietTo":"09:00","weekMail":false,"secondFactorRequired":false,"legalName":"Ana Gil","taxId":"12345678Z",`+
		`"legalAddress":"Calle Mayor 1","contactEmail":"ana@x.test","premisesAddress":"Calle Mayor 3",`+
		`"premisesPhone":"911234567","bookingUrl":"https://citas.example/a","openingHours":[{"weekday":1,"from":"10:00","to":"14:00"}],`+
		`"colour":"BLUE","grantReached":true}`, name)
}

func sendingBody(s *site) string {
	return fmt.Sprintf(`{"whatsApp":{"enabled":true,"from":%q,"phoneNumberId":"104255","codesAllowed":false,`+
		`"ratePerMinute":30,"dailyCap":500,"monthlyCap":9000,"freeCredits":800}}`, s.Phone())
}

func userBody(s *site) string {
	return fmt.Sprintf(`{"email":"nueva%.12s@axioma.test","password":"Otra-1234","role":"BARBER","name":"Nueva"}`, s.Phone())
}

func invitedBody(s *site) string {
	return fmt.Sprintf(`{"email":"invitada%.12s@axioma.test","role":"BARBER","name":"Nueva"}`, s.Phone())
}

func resetBody(s *site) string { return fmt.Sprintf(`{"userId":%q}`, s.Account(loyalty.Barber).ID) }

func lookupBody(s *site) string { return fmt.Sprintf(`{"phone":%q}`, s.Customer("Ana Secreta").Phone) }

func visitOfBody(s *site) string {
	return fmt.Sprintf(`{"customerId":%q,"notes":"Corte","authorized":false}`, s.Customer("Ana Secreta").ID)
}

func visitByPhoneBody(s *site) string {
	return fmt.Sprintf(`{"phone":%q,"notes":"Corte","authorized":false}`, s.Customer("Ana Secreta").Phone)
}
