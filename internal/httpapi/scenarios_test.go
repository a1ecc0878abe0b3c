package httpapi

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
)

type scenario struct {
	name   string
	as     caller
	method string
	path   string // placeholders: {ana} is a customer, {visited} has a visit today, {owed} is owed FREE
	body   string
	key    string
	status int
	has    []string
	lacks  []string
}

func scenarios() []scenario {
	get, post, patch, remove := http.MethodGet, http.MethodPost, http.MethodPatch, http.MethodDelete
	return []scenario{
		{"the response to a visit has the card", asBarber, post, "/customers/{ana}/visits", `{"notes":" Corte "}`, "", 201,
			[]string{`{"id":"`, `"customerId":"{ana}"`, `"count":1`, `"target":10`, `"toHalf":4`, `"toFree":9`, `"visitedToday":true`, `"notes":"Corte"`, `"pending":null`, `"customerName":"Ana"`}, []string{"newReward"}},
		{"a visit needs no body", asBarber, post, "/app/customers/{ana}/visits", "", "", 201, []string{`"count":1`}, nil},
		// Spec: states-13
		{"a second visit of the day names when the next is possible", asBarber, post, "/customers/{visited}/visits", `{}`, "", 409,
			[]string{"SAME_DAY_VISIT", "Ya se registró una visita hoy", `"availableAt":"2026-03-26T23:00:00Z"`, "00:00", `"existing":{"visitedAt":"2026-03-26T09:`, `"registeredBy":"BARBER"}`}, nil},
		// Spec: entities-10
		{"a late visit counts at its own time", asBarber, post, "/customers/{ana}/visits", `{"scannedAt":"2026-03-26T01:00:00+01:00","sentAt":"2026-03-26T07:00:00+01:00"}`, "late", 201,
			[]string{`"visitedAt":"2026-03-26T03:0`, `"receivedAt":"2026-03-26T09:0`, `"clockSkewMs":-10800000`, `"settled":false`, `"replayed":false`, `"deletedAt":null`}, nil},
		{"a visit sent at once has no time of arrival", asBarber, post, "/visits", `{"customerId":"{ana}","scannedAt":"2026-03-26T09:00:00.100Z","sentAt":"2026-03-26T09:00:00.400Z"}`, "", 201,
			[]string{`"receivedAt":null`, `"clockSkewMs":null`, `"registeredBy":null`}, nil},
		{"a late visit on a day with a visit is settled", asAdmin, post, "/customers/{visited}/visits", `{"scannedAt":"2026-03-26T09:00:00Z","sentAt":"2026-03-26T09:30:00Z"}`, "", 200,
			[]string{`"settled":true`, `"registeredBy":"BARBER"`, `"notes":"Corte y barba"`, `"receivedAt":null`, `"count":1`}, []string{"newReward"}},
		{"a sending time before the scan time is refused", asBarber, post, "/customers/visits/by-phone", `{"phone":"{anaPhone}","scannedAt":"2026-03-26T09:00:01Z","sentAt":"2026-03-26T09:00:00Z"}`, "", 422, []string{`"field":"sentAt"`}, nil},
		{"a sending time needs a scan time", asBarber, post, "/app/customers/{ana}/visits", `{"scannedAt":null,"sentAt":"2026-03-26T09:00:00Z"}`, "", 422, []string{`"field":"scannedAt"`, "Falta este dato"}, nil},
		{"a scan time must be an instant", asBarber, post, "/customers/{ana}/visits", `{"scannedAt":"ayer","sentAt":"2026-03-26T09:00:00Z"}`, "", 422, []string{`"field":"scannedAt"`, "Tiene que ser una fecha con hora."}, nil},
		// Spec: roles-19
		{"an admin authorizes a second visit", asAdmin, post, "/customers/{visited}/visits", `{"authorized":true}`, "an-admin-authorizes", 201, []string{`"authorized":true`, `"count":2`}, nil},
		// Spec: roles-19
		{"an owner authorizes a second visit", asOwner, post, "/customers/{visited}/visits", `{"authorized":true}`, "an-owner-authorizes", 201, []string{`"authorized":true`, `"count":2`}, nil},
		// Spec: roles-19
		{"the operator authorizes a second visit", asOperator, post, "/customers/{visited}/visits?businessId={shop}", `{"authorized":true}`, "the-operator-authorizes", 201, []string{`"authorized":true`, `"count":2`}, nil},
		{"an authorized first visit counts as an ordinary one", asOwner, post, "/customers/{ana}/visits", `{"authorized":true}`, "an-authorized-first-visit", 201, []string{`"authorized":false`}, nil},
		// Spec: roles-19
		{"a barber may not authorize a visit", asBarber, post, "/customers/{visited}/visits", `{"authorized":true}`, "", 403, []string{"AUTHORIZATION_ROLE"}, nil},
		{"an unknown customer is not found", asBarber, post, "/customers/unknown/visits", `{}`, "", 404, []string{"CUSTOMER_NOT_FOUND", "No se encontró el cliente."}, nil},
		{"an unknown field is refused with the message on which counters keep the visit", asBarber, post, "/customers/{ana}/visits", `{"newer":"x"}`, "", 422, []string{`"field":"newer"`, "Este dato no se conoce."}, nil},
		{"an invalid phone is refused", asBarber, post, "/customers/visits/by-phone", `{"phone":"123"}`, "", 422, []string{`"field":"phone"`}, nil},
		{"an unknown phone is not found", asBarber, post, "/customers/visits/by-phone", `{"phone":"+34699999999"}`, "", 404, []string{"CUSTOMER_NOT_FOUND"}, nil},
		{"a key with blanks is refused", asBarber, post, "/customers/{ana}/visits", `{}`, "a b", 422, []string{"Idempotency-Key"}, nil},
		{"a key that is too long is refused", asBarber, post, "/customers/{ana}/visits", `{}`, strings.Repeat("k", 201), 422, []string{"Idempotency-Key"}, nil},
		{"a key of 200 characters is accepted", asBarber, post, "/customers/{ana}/visits", `{}`, strings.Repeat("k", 200), 201, nil, nil},

		// Spec: states-25, calls-25
		{"progress shows what is owed", asBarber, get, "/customers/{owed}/progress", "", "", 200,
			[]string{`"cardKind":"INDIVIDUAL"`, `"count":10`, `"target":10`, `"halfMilestone":5`, `"toHalf":5`, `"toFree":10`,
				`"pending":{"half":true,"free":true,"welcome":true,"halfRewardId":"`, `"freeRewardId":"{free}"`, `"rewards":[{"id":"`, `"kind":"FREE","status":"PENDING"`,
				`"milestone":10`, "Servicio gratis · visita 10", "50 % de descuento · visita 5"}, []string{`"halfRewardId":"{free}"`}},
		{"rewards are listed in pages", asBarber, get, "/customers/{owed}/rewards?limit=1", "", "", 200, []string{`"total":3`, `"nextCursor":"`}, nil},
		{"another customer's reward is not taken back", asBarber, post, "/customers/{ana}/rewards/{free}/take-back", `{"reason":null}`, "", 404, []string{"REWARD_NOT_FOUND"}, nil},
		{"a pending reward is not taken back", asBarber, post, "/customers/{owed}/rewards/{free}/take-back", "", "", 409, []string{"REWARD_NOT_REDEEMED"}, nil},
		{"another customer's reward is not found", asBarber, post, "/customers/{ana}/rewards/{free}/redeem", "", "", 404, []string{"REWARD_NOT_FOUND"}, nil},

		// Spec: entities-6, calls-19
		{"a customer is created", asAdmin, post, "/customers", `{"name":" Eva  María ","phone":"612 00 00 01","tag":"BONO_VIP_B","birthday":"1990-05-17"}`, "", 201,
			[]string{`{"id":"`, `"existed":false`, `"name":"Eva María"`, `"phone":"+34612000001"`, `"tag":"BONO_VIP_B","tagLabel":"Bono VIP B"`, `"active":true`,
				`"birthday":"1990-05-17"`, `"visitsCount":0`, `"createdAt":"`, `/qr.png"`}, nil},
		{"a customer needs no birthday", asAdmin, post, "/customers", `{"name":"Eva","phone":"612000006","tag":"ESPORADICO","birthday":null}`, "", 201, []string{`"birthday":null`}, nil},
		// Spec: entities-6, states-17
		{"a known phone returns its customer", asAdmin, post, "/customers", `{"name":"Otra","phone":"{anaPhone}","tag":"ESPORADICO"}`, "", 200, []string{`"existed":true`, `"name":"Ana"`}, []string{"Otra"}},
		{"every invalid field is named", asAdmin, post, "/customers", `{"name":"","phone":"1","email":"x","birthday":"2026-13-40","tag":"BONO"}`, "", 422,
			[]string{`"field":"name"`, `"field":"phone"`, `"field":"email"`, `"field":"birthday"`, `"field":"tag"`}, nil},
		{"a missing field is named", asAdmin, post, "/customers", `{"name":"Eva"}`, "", 422, []string{`"field":"phone"`, `"field":"tag"`, "Falta este dato."}, nil},
		// Spec: validation-13
		{"a customer without a bonus type is refused", asAdmin, post, "/customers", `{"name":"Eva","phone":"612000004","tag":""}`, "", 422, []string{`"field":"tag"`, "Elige el tipo de bono."}, nil},
		// Spec: validation-20, calls-18
		{"null clears a field and leaves the others", asAdmin, patch, "/customers/{ana}", `{"tag":null,"notes":"x"}`, "", 200, []string{`"tag":null`, `"active":false`, `"notes":"x"`, `"name":"Ana"`}, nil},
		// Spec: calls-18
		{"one request changes every field", asAdmin, patch, "/customers/{ana}", `{"name":"Berta","phone":"612 00 00 07","email":"B@x.test","birthday":"1990-05-17","notes":"y","tag":"BONO_FAMILIA"}`, "", 200,
			[]string{`"name":"Berta","phone":"+34612000007","email":"b@x.test"`, `"birthday":"1990-05-17","notes":"y","tag":"BONO_FAMILIA"`}, nil},
		{"the name cannot be cleared", asAdmin, patch, "/customers/{ana}", `{"name":null}`, "", 422, []string{`"field":"name"`}, nil},
		{"an empty change changes nothing", asAdmin, patch, "/customers/{ana}", `{}`, "", 200, []string{`"name":"Ana"`}, nil},
		{"a taken phone is refused", asAdmin, patch, "/customers/{ana}", `{"phone":"{owedPhone}"}`, "", 409, []string{"PHONE_TAKEN"}, nil},
		{"a birthday of tomorrow is refused", asAdmin, patch, "/customers/{ana}", `{"birthday":"2026-03-27"}`, "", 422, []string{`"field":"birthday"`}, nil},
		{"a birthday of today is accepted with a guardian", asAdmin, patch, "/customers/{ana}", `{"birthday":"2026-03-26","guardianName":"Eva","guardianConsent":true}`, "", 200, []string{`"guardianName":"Eva"`}, nil},
		{"a birthday that makes the customer a minor needs a guardian", asAdmin, patch, "/customers/{ana}", `{"birthday":"2012-03-27"}`, "", 422, []string{`"field":"guardianName"`, `"field":"guardianConsent"`}, nil},
		{"a customer who is fourteen today needs no guardian", asAdmin, patch, "/customers/{ana}", `{"birthday":"2012-03-26"}`, "", 200, nil, []string{"guardianName"}},
		{"a minor is not created without a guardian", asAdmin, post, "/customers", `{"name":"Leo","phone":"612000003","tag":"ESPORADICO","birthday":"2015-05-17"}`, "", 422, []string{`"field":"guardianName"`, `"field":"guardianConsent"`}, nil},
		{"a list has stamps, targets and rewards owed", asBarber, get, "/customers?owed=true&sort=owed&q={owed}", "", "", 200,
			[]string{`"stamps":10,"target":10,"owed":["FREE","HALF","WELCOME"],"owedValue":0}],"total":1`}, nil},
		{"an unknown order of a list is refused", asBarber, get, "/customers?sort=phone", "", "", 422, []string{`"field":"sort"`}, nil},
		{"zero days without a visit are refused", asBarber, get, "/customers?notSeenFor=0", "", "", 422, []string{`"field":"notSeenFor"`}, nil},
		{"a list without matches is empty", asBarber, get, "/customers?notSeenFor=60&birthday=true&sort=lastVisit", "", "", 200, []string{`"items":[]`}, nil},
		{"a customer has a version", asAdmin, get, "/customers/{ana}", "", "", 200, []string{`"version":1`}, nil},
		// Spec: calls-20
		{"a customer is archived", asAdmin, remove, "/customers/{ana}", "", "", 200, []string{`"ok":true`}, nil},

		// Spec: calls-21
		{"a look-up by phone finds the customer with a masked phone", asBarber, post, "/customers/lookup", `{"phone":"{anaPhone}"}`, "", 200, []string{`"name":"Ana"`, `"masked":true`}, []string{"{anaPhone}"}},
		{"a look-up without phone and e-mail is refused", asBarber, post, "/customers/lookup", `{}`, "", 422, []string{"Indica un teléfono o un correo."}, nil},
		{"an unknown e-mail is not found", asBarber, post, "/customers/lookup", `{"email":"nadie@x.test"}`, "", 404, []string{"CUSTOMER_NOT_FOUND"}, nil},

		// Spec: entities-14
		{"the public sees targets and status of a business", asAnonymous, get, "/public/businesses/{shop}", "", "", 200, []string{`"visitTarget":10`, `"halfMilestone":5`, `"status":"ACTIVE"`, `"timezone":"Europe/Madrid"`}, []string{"createdAt", "vip"}},
		{"the owner sets the legal data", asOwner, patch, "/business", `{"legalName":" Ana Gil ","taxId":"12345678z","legalAddress":"Calle Mayor 1, Madrid","contactEmail":"Ana@X.test"}`, "", 200,
			[]string{`"legalName":"Ana Gil"`, `"taxId":"12345678Z"`, `"contactEmail":"ana@x.test"`}, nil},
		{"the public reads the legal data", asAnonymous, get, "/public/businesses/{shop}/legal", "", "", 200,
			[]string{`"businessName":`, `"legalName":"Ana Gil"`, `"legalAddress":"Calle Mayor 1, Madrid"`, `"contactEmail":"ana@x.test"`}, []string{"createdAt", "owner", "wa"}},
		{"the public business has the legal name only", asAnonymous, get, "/public/businesses/{shop}", "", "", 200, []string{`"legalName":"Ana Gil"`}, []string{"taxId", "contactEmail"}},
		{"null removes legal data", asOwner, patch, "/business", `{"legalName":null,"taxId":null}`, "", 200, []string{`"legalName":null`, `"taxId":null`, `"legalAddress":"Calle Mayor 1, Madrid"`}, nil},
		{"the legal data of an unknown business are not found", asAnonymous, get, "/public/businesses/none/legal", "", "", 404, []string{"BUSINESS_NOT_FOUND"}, nil},
		{"every invalid field of the legal data is named", asOwner, patch, "/business", `{"legalName":"a\nb","legalAddress":"a\nb","contactEmail":"x"}`, "", 422,
			[]string{`"field":"legalName"`, `"field":"legalAddress"`, `"field":"contactEmail"`}, nil},
		{"the owner sets the premises", asOwner, patch, "/business", `{"premisesAddress":"Calle Mayor 3","premisesPhone":"911 23 45 67","bookingUrl":"citas.example/mi-local","openingHours":[{"weekday":7,"from":"10:00","to":"14:00"},{"weekday":1,"from":"10:00","to":"20:00"}]}`, "", 200,
			[]string{`"premisesAddress":"Calle Mayor 3"`, `"legalAddress":"Calle Mayor 1, Madrid"`}, nil},
		{"the owner reads the premises", asOwner, get, "/business", "", "", 200,
			[]string{`"premisesPhone":"+34911234567"`, `"bookingUrl":"https://citas.example/mi-local"`, `"openingHours":[{"weekday":1,"from":"10:00","to":"20:00"},{"weekday":7,"from":"10:00","to":"14:00"}]`}, nil},
		{"every invalid field of the premises is named", asOwner, patch, "/business", `{"premisesAddress":"a\nb","premisesPhone":"1","bookingUrl":"javascript:alert(1)","openingHours":[{"weekday":1,"from":"20:00","to":"10:00"}]}`, "", 422,
			[]string{`"field":"premisesAddress"`, `"field":"premisesPhone"`, `"field":"bookingUrl"`, `"field":"openingHours"`, "del lunes"}, nil},
		{"the default colour is green", asAnonymous, get, "/public/businesses/{shop}", "", "", 200, []string{`"colour":"GREEN"`}, nil},
		{"the owner changes the colour", asOwner, patch, "/business", `{"colour":"BLUE"}`, "", 200, []string{`"colour":"BLUE"`}, nil},
		{"the public sees the colour", asAnonymous, get, "/public/businesses/{shop}", "", "", 200, []string{`"colour":"BLUE"`}, nil},
		{"an unknown colour is refused", asOwner, patch, "/business", `{"colour":"#00f"}`, "", 422, []string{`"field":"colour"`}, nil},
		{"null removes the premises", asOwner, patch, "/business", `{"premisesAddress":null,"openingHours":[]}`, "", 200, []string{`"premisesAddress":null`, `"openingHours":[]`, `"premisesPhone":"+34911234567"`}, nil},
		{"the operator renames a business", asOperator, patch, "/cp/businesses/{shop}", `{"name":"Barbería Nueva"}`, "", 200, []string{`"name":"Barbería Nueva"`, `"whatsApp":{`}, nil},
		{"the operator sets the sending limits", asOperator, patch, "/cp/businesses/{shop}", `{"whatsApp":{"enabled":false,"from":"600 111 222","phoneNumberId":"104255","codesAllowed":false,"ratePerMinute":5,"dailyCap":0}}`, "", 200,
			[]string{`"enabled":false`, `"from":"+34600111222"`, `"phoneNumberId":"104255"`, `"codesAllowed":false`, `"ratePerMinute":5`, `"dailyCap":0`, `"monthlyCap":5000`}, nil},
		// Spec: entities-15, calls-31
		{"the business sees its sending limits", asBarber, get, "/wa/status", "", "", 200,
			[]string{`"enabled":false`, `"from":"+34600111222"`, `"ratePerMinute":5,"rpm":5`, `"dailyCap":0,"dailyLimit":0,"monthlyCap":5000,"freeCredits":1000`, `"usedToday":0`, `"freeCreditsLeft":1000`, `"provider":"log"`, `"codesAllowed":false`}, []string{"104255"}},
		{"a provider id is refused without its number", asOperator, patch, "/cp/businesses/{shop}", `{"whatsApp":{"from":null}}`, "", 422, []string{`"field":"from"`}, nil},
		{"every invalid sending limit is named", asOperator, patch, "/cp/businesses/{shop}", `{"whatsApp":{"from":"1","phoneNumberId":"a","ratePerMinute":0,"dailyCap":-1,"monthlyCap":10000001,"freeCredits":-1}}`, "", 422,
			[]string{`"field":"from"`, `"field":"phoneNumberId"`, `"field":"ratePerMinute"`, `"field":"dailyCap"`, `"field":"monthlyCap"`, `"field":"freeCredits"`}, nil},
		{"an empty change of a business is refused", asOperator, patch, "/cp/businesses/{shop}", `{}`, "", 422, nil, nil},
		{"a name and sending limits in one request are refused", asOperator, patch, "/cp/businesses/{shop}", `{"name":"Otra","whatsApp":{"enabled":true}}`, "", 422, nil, nil},
		{"null makes the platform's number the sender again", asOperator, patch, "/cp/businesses/{shop}", `{"whatsApp":{"enabled":true,"from":null,"phoneNumberId":null,"ratePerMinute":20,"dailyCap":250}}`, "", 200, []string{`"from":null`, `"phoneNumberId":null`}, nil},
		{"messages are listed with their status, without their text", asBarber, get, "/customers/{owed}/messages", "", "", 200,
			[]string{`"kind":"QR"`, `"status":"QUEUED"`, `"heldBy":null`, `"error":null`, `"deliveredAt":null`}, []string{"text", "Hola", "phone"}},
		{"an unknown business is not found", asAnonymous, get, "/public/businesses/none", "", "", 404, []string{"BUSINESS_NOT_FOUND"}, nil},
		// Spec: portal-9, entities-10, roles-6, calls-7
		{"public visits have only their time", asAnonymous, get, "/public/customers/{visitedQR}/visits", "", "", 200,
			[]string{`"items":[{"id":"`, `"visitedAt":"2026-03-26T`, `"total":1`}, []string{"notes", "Corte", "registeredBy", "receivedAt", "BARBER", "phone"}},
		// Spec: portal-9
		{"a search does not reveal notes of public visits", asAnonymous, get, "/public/customers/{visitedQR}/visits?q=nada+de+eso", "", "", 200, []string{`"total":1`}, nil},
		// Spec: calls-5
		{"a registration answers with the customer and the QR", asAnonymous, post, "/public/customers/register", `{"businessId":"{shop}","name":" Eva ","phone":"612 00 00 09","acceptedPrivacy":true}`, "", 201,
			[]string{`"id":"`, `"name":"Eva"`, `"phone":"+34612000009"`, `"qrUrl":"/api/public/customers/`, `/qr.png"`}, nil},
		// Spec: calls-28
		{"a QR that is not sent says why", asAdmin, post, "/customers/{ana}/qr/send", "", "", 200, []string{`"queued":false`, `"reason":"El cliente no ha aceptado mensajes de WhatsApp.`}, nil},
		// Spec: calls-5
		{"registering needs the privacy policy", asAnonymous, post, "/public/customers/register", `{"businessId":"{shop}","name":"Eva","phone":"612000002"}`, "", 422, []string{`"field":"acceptedPrivacy"`}, nil},
		{"a minor cannot register without a guardian", asAnonymous, post, "/public/customers/register", `{"businessId":"{shop}","name":"Leo","phone":"612000004","birthday":"2015-05-17","acceptedPrivacy":true}`, "", 422, []string{`"field":"guardianName"`, `"field":"guardianConsent"`}, nil},
		{"a minor cannot register without the consent of the guardian", asAnonymous, post, "/public/customers/register", `{"businessId":"{shop}","name":"Leo","phone":"612000004","birthday":"2015-05-17","acceptedPrivacy":true,"guardianName":"Eva","guardianConsent":false}`, "", 422, []string{`"field":"guardianConsent"`}, []string{`"field":"guardianName"`}},
		{"a registration at an unknown business is refused", asAnonymous, post, "/public/customers/register", `{"businessId":"none","name":"Eva","phone":"612000002","acceptedPrivacy":true}`, "", 404, []string{"BUSINESS_NOT_FOUND"}, nil},
		{"a registration with a known phone does not reveal its customer", asAnonymous, post, "/public/customers/register", `{"businessId":"{shop}","name":"Eva","phone":"{anaPhone}","acceptedPrivacy":true}`, "", 409,
			[]string{"ALREADY_REGISTERED", "Ver mis puntos", "«Ver mis puntos»"}, []string{"{ana}", `"Ana"`, "qr.png", "{anaPhone}"}},
		{"an unknown e-mail gets the same answer as a wrong password", asAnonymous, post, "/auth/login", `{"email":"nadie@x.test","password":"x"}`, "", 401, []string{`{"code":"SIGN_IN_FAILED","message":"Correo o contraseña incorrectos."}`}, nil},
		{"a wrong current password is refused", asBarber, post, "/me/password", `{"currentPassword":"x","newPassword":"Nueva-1234"}`, "", 422, []string{"WRONG_PASSWORD"}, nil},
		// Spec: limits-3
		{"a new password that is too short is refused", asBarber, post, "/me/password", `{"currentPassword":"` + servicetest.Password + `","newPassword":"1234567"}`, "", 422, []string{`"field":"newPassword"`, "8 caracteres"}, nil},
		{"an unknown path is not found", asAnonymous, get, "/nowhere", "", "", 404, []string{"NOT_FOUND", "No existe esa dirección."}, nil},
		{"an unsupported method is not found", asOwner, "PUT", "/customers/{ana}", `{}`, "", 404, []string{"NOT_FOUND"}, nil},
	}
}

func TestScenarios(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, c := range scenarios() {
		t.Run(c.name, func(t *testing.T) {
			siteCopy := *s
			siteCopy.t = t
			words := siteCopy.people()
			request := siteCopy.request(c.as, c.method, words.Replace(c.path), words.Replace(c.body))
			if c.key != "" {
				request.Header.Set("Idempotency-Key", c.key)
			}
			got := siteCopy.send(request)
			got.has(c.status, fillIn(c.has, words)...).lacks(fillIn(c.lacks, words)...)
			if c.status >= 400 {
				got.problem()
			}
		})
	}
}

func fillIn(texts []string, words *strings.Replacer) (own []string) {
	for _, text := range texts {
		own = append(own, words.Replace(text))
	}
	return own
}

func (s *site) people() *strings.Replacer {
	s.t.Helper()
	ana, visitedCustomer, owedCustomer := s.Customer("Ana"), s.Customer("Bea"), s.Register("Carla")
	s.call(asBarber, http.MethodPost, "/customers/"+visitedCustomer.ID+"/visits", `{"notes":"Corte y barba"}`).has(http.StatusCreated)
	free := s.Visits(owedCustomer, 10).NewReward
	return strings.NewReplacer("{ana}", ana.ID, "{anaPhone}", ana.Phone, "{visited}", visitedCustomer.ID, "{visitedQR}", visitedCustomer.QR(), "{owed}", owedCustomer.ID,
		"{owedPhone}", owedCustomer.Phone, "{free}", free.ID, "{shop}", s.Business.ID)
}

// Spec: product-1, entities-11, entities-12, calls-22, calls-24, calls-26
func TestJourney_RegistrationToFreeService_Works(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	var registration RegisteredCustomer
	s.call(asAnonymous, http.MethodPost, "/public/customers/register", registerBody(s)).has(http.StatusCreated).into(&registration)
	for range 4 {
		s.callOnce(asOwner, "/customers/"+registration.ID+"/visits", `{"authorized":true}`).has(http.StatusCreated)
	}
	s.callOnce(asOwner, "/customers/visits/by-phone", `{"phone":"`+registration.Phone+`","notes":"Corte","authorized":true}`).has(http.StatusCreated,
		`"notes":"Corte"`, `"progress":{`, `"count":5,"target":10`, `"newReward":{"id":"`, `"kind":"HALF"`)
	for range 4 {
		s.callOnce(asOwner, "/app/customers/"+registration.ID+"/visits", `{"authorized":true}`).has(http.StatusCreated)
	}
	var tenth RegisteredVisit
	s.callOnce(asOwner, "/visits", `{"customerId":"`+registration.ID+`","authorized":true}`).has(http.StatusCreated, `"kind":"FREE"`).into(&tenth)
	path := "/customers/" + registration.ID + "/rewards/" + tenth.NewReward.ID + "/redeem"
	s.call(asBarber, http.MethodPost, path, "").has(http.StatusOK, `"status":"REDEEMED"`, `"free":false`, `"half":true`)
	s.call(asBarber, http.MethodPost, path, "").has(http.StatusConflict, "REWARD_NOT_PENDING")
	rewards := "/customers/" + registration.ID + "/rewards"
	s.call(asBarber, http.MethodGet, rewards+"?q=redeemed", "").has(http.StatusOK, `"redeemedBy":"BARBER"`)
	takeBack := rewards + "/" + tenth.NewReward.ID + "/take-back"
	s.call(asAdmin, http.MethodPost, takeBack, `{}`).has(http.StatusUnprocessableEntity, `"field":"reason"`)
	s.callWith(asBarber, "back", takeBack, "").has(http.StatusOK, `"status":"PENDING"`, `"redeemedAt":null,"redeemedBy":null`, `"free":true`, `"replayed":false`)
	s.callWith(asBarber, "back", takeBack, "").has(http.StatusOK, `"status":"PENDING"`, `"replayed":true`)
	s.call(asBarber, http.MethodPost, takeBack, "").has(http.StatusConflict, "REWARD_NOT_REDEEMED")
	s.callWith(asBarber, "again", path, "").has(http.StatusOK, `"status":"REDEEMED"`, `"redeemedBy":"BARBER"`)
	s.Clock.Advance(loyalty.RedemptionUndoWindow + time.Second)
	s.call(asBarber, http.MethodPost, takeBack, "").has(http.StatusConflict, "TAKE_BACK_TOO_LATE", "Un administrador puede hacerlo")
	welcome := *tenth.Progress.Pending.WelcomeRewardID
	s.call(asBarber, http.MethodPost, "/customers/"+registration.ID+"/rewards/"+welcome+"/redeem", "").has(http.StatusConflict, "WELCOME_NOT_COMBINABLE")
}

func TestSecurityHeaders_Responses_HaveThem(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, path := range []string{"/healthz", "/nowhere", "/business", "/%00"} {
		got := s.call(asAnonymous, http.MethodGet, path, "")
		for name, want := range map[string]string{
			"Content-Security-Policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval';", "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY",
			"Referrer-Policy": "same-origin", "Permissions-Policy": "camera=(self)", "Cross-Origin-Opener-Policy": "same-origin",
			"Cross-Origin-Resource-Policy": "same-origin", "Cache-Control": "no-store",
		} {
			if value := got.header.Get(name); !strings.HasPrefix(value, want) {
				t.Errorf("%s: %s is %q, want %q", path, name, value, want)
			}
		}
		for _, name := range []string{"Server", "X-Powered-By", "Access-Control-Allow-Origin", "Via"} {
			if value := got.header.Get(name); value != "" {
				t.Errorf("%s: %s is %q, want none", path, name, value)
			}
		}
		if got.header.Get("Content-Type") != "application/json" {
			t.Errorf("%s has the content type %q, want application/json", path, got.header.Get("Content-Type"))
		}
		if strings.Contains(got.header.Get("Content-Security-Policy"), "unsafe-inline") {
			t.Error("the policy allows inline script or style")
		}
		if got.header.Get("Strict-Transport-Security") != "" {
			t.Error("HSTS is sent without TLS")
		}
	}
	request := s.request(asAnonymous, http.MethodGet, "/healthz", "")
	request.Header.Set("X-Forwarded-Proto", "https")
	if got := s.send(request).header.Get("Strict-Transport-Security"); got != "max-age=31536000" {
		t.Errorf("over TLS, HSTS is %q, want %q", got, "max-age=31536000")
	}
}

func TestSecurityHeaders_HSTSOfSubdomains_IsASetting(t *testing.T) {
	t.Parallel()
	handler := WithSecurityHeaders(http.NotFoundHandler(), HSTS{IncludeSubdomains: true})
	for scheme, want := range map[string]string{"https": "max-age=31536000; includeSubDomains", "http": ""} {
		response, request := httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil)
		request.Header.Set("X-Forwarded-Proto", scheme)
		handler.ServeHTTP(response, request)
		if got := response.Header().Get("Strict-Transport-Security"); got != want {
			t.Errorf("with the scheme %s, HSTS is %q, want %q", scheme, got, want)
		}
	}
}

func TestSuspendedBusiness_Calls_AreRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.call(asOperator, http.MethodPost, "/cp/businesses/"+s.Business.ID+"/suspend", "").has(http.StatusOK, `"status":"SUSPENDED"`)
	s.call(asAnonymous, http.MethodPost, "/auth/login", loginBody(s)).has(http.StatusForbidden, "Negocio suspendido")
	s.call(asAnonymous, http.MethodPost, "/public/customers/register", registerBody(s)).has(http.StatusForbidden, "Negocio suspendido")
	for _, as := range []caller{asBarber, asAdmin, asOwner} {
		s.call(as, http.MethodGet, "/business", "").has(http.StatusUnauthorized, "TOKEN_EXPIRED", "Sesión caducada. Inicia sesión de nuevo.")
	}
	s.call(asOperator, http.MethodGet, "/business?businessId="+s.Business.ID, "").has(http.StatusOK, "SUSPENDED")
	s.call(asForeignOwner, http.MethodGet, "/business", "").has(http.StatusOK)
	s.call(asAnonymous, http.MethodGet, "/public/businesses/"+s.Business.ID+"/legal", "").has(http.StatusOK, s.Business.Name)
	s.call(asOperator, http.MethodPost, "/cp/businesses/"+s.Business.ID+"/reactivate", "").has(http.StatusOK, `"status":"ACTIVE"`)
	s.call(asOwner, http.MethodGet, "/business", "").has(http.StatusUnauthorized, loyalty.ErrTokenExpired.Code)
	s.call(asAnonymous, http.MethodPost, "/auth/login", loginBody(s)).has(http.StatusOK)
}

// Spec: calls-9
func TestSignIn_Response_HasTheFieldsOfTheSpecification(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	var session Session
	s.call(asAnonymous, http.MethodPost, "/auth/login", loginBody(s)).has(http.StatusOK,
		`"access_token":"`, `"token":"`, `"role":"ADMIN"`, `"businessId":"`+s.Business.ID+`"`,
		`"email":"`+s.Staff[loyalty.Admin].Email+`"`, `"name":"`+s.Staff[loyalty.Admin].Name+`"`).into(&session)
	if session.AccessToken != session.Token {
		t.Errorf("the two fields of the token differ: %q, %q", session.AccessToken, session.Token)
	}
}

// Spec: states-14
func TestAuthorizedVisit_WithoutKey_IsRefusedOnEachPath(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Customer("Ana")
	for path, body := range map[string]string{
		"/customers/" + ana.ID + "/visits":     `{"authorized":true}`,
		"/app/customers/" + ana.ID + "/visits": `{"authorized":true}`,
		"/visits":                              `{"customerId":"` + ana.ID + `","authorized":true}`,
		"/customers/visits/by-phone":           `{"phone":"` + ana.Phone + `","authorized":true}`,
	} {
		problem := s.call(asOwner, http.MethodPost, path, body).has(http.StatusUnprocessableEntity).problem()
		if problem.Code != loyalty.ErrKeyRequired.Code {
			t.Errorf("%s answered %s, want %s", path, problem.Code, loyalty.ErrKeyRequired.Code)
		}
	}
	if stamps := s.Progress(ana).Card.Stamps; stamps != 0 {
		t.Errorf("the card has %d stamps, want none", stamps)
	}
}
