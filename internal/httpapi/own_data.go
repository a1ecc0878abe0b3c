package httpapi

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
)

type ownDataCalls struct{ cases *service.Service }

// OwnData is all data of a customer.
type OwnData struct {
	Name          string    `json:"name"`
	Phone         *string   `json:"phone"`
	Email         *string   `json:"email"`
	EmailUnproved bool      `json:"emailUnproved" doc:"The e-mail is unconfirmed. It gets no sign-in codes until the customer enters it again"`
	PhoneUnproved bool      `json:"phoneUnproved" doc:"The session was opened by an unconfirmed e-mail and the phone is unverified. Private data are left out, and the customer may only withdraw consents"`
	Birthday      *string   `json:"birthday" doc:"YYYY-MM-DD"`
	Child         bool      `json:"child" doc:"The data are a child's, shown to the guardian"`
	GuardianName  *string   `json:"guardianName" doc:"The guardian who consented, while the customer is under 14"`
	Notes         *string   `json:"notes" doc:"The business's notes"`
	Tag           *string   `json:"tag" doc:"Bonus type: BONO_VIP_A, BONO_VIP_B, BONO_VIP_C, BONO_TARJETA, BONO_FAMILIA or ESPORADICO; null while the bonus is inactive"`
	FamilyName    *string   `json:"familyName"`
	BusinessName  string    `json:"businessName"`
	TimeZone      string    `json:"timezone" doc:"The business's time zone"`
	CreatedAt     time.Time `json:"createdAt"`

	SignedInBy      string     `json:"signedInBy" enum:"phone,email" doc:"How the session was opened. A session opened by e-mail cannot change the e-mail"`
	PhoneVerifiedAt *time.Time `json:"phoneVerifiedAt" doc:"When the phone was verified"`
	SignedInAt      *time.Time `json:"signedInAt" doc:"When the customer last signed in"`

	Consents []OwnConsent `json:"consents" doc:"The current decision on each purpose"`
	History  []OwnConsent `json:"consentHistory" doc:"Newest first"`

	ImportedVisitDay *string       `json:"importedVisitDay,omitempty" doc:"YYYY-MM-DD. Last visit according to an imported file"`
	Claims           []ImportClaim `json:"importClaims,omitempty" nullable:"false" doc:"Consents claimed by imported files, newest first. They are evidence, not consents"`

	UsualNote     *string        `json:"usualNote" doc:"The business's note on the customer's usual cut"`
	UsualPictures []UsualPicture `json:"usualPictures" doc:"Pictures of the usual cut, oldest first"`

	Visits  []OwnVisit `json:"visits" doc:"Newest first"`
	Rewards []Reward   `json:"rewards" doc:"Newest first"`

	Adjustments []OwnAdjustment `json:"adjustments" doc:"Stamps that come from no visit, newest first"`

	Messages []OwnMessage `json:"messages" doc:"Newest first"`

	Texts []CustomerText `json:"texts" doc:"WhatsApp messages from the customer in the last 30 days, newest first; empty in a session opened by e-mail"`
}

// OwnConsent is a decision about a purpose.
type OwnConsent struct {
	Kind    loyalty.ConsentKind `json:"kind" enum:"PRIVACY,WHATSAPP,EMAIL,SMS,PROMOTIONS,USUAL"`
	Granted bool                `json:"granted"`
	At      *time.Time          `json:"at" doc:"null: never asked"`
	GivenBy *string             `json:"givenBy" doc:"The minor's guardian; null: the customer"`

	Form        *string `json:"form" doc:"Form in which the decision was made"`
	TextVersion *string `json:"textVersion" doc:"Version of the text that was shown"`
}

// ImportClaim is an imported file's statement of a consent.
type ImportClaim struct {
	Header   string    `json:"header" doc:"Header of the column"`
	Value    string    `json:"value"`
	FileName string    `json:"fileName"`
	At       time.Time `json:"at" doc:"When the file was imported"`
}

// OwnMessage is a message to a customer.
type OwnMessage struct {
	Kind        loyalty.MessageKind   `json:"kind"`
	Phone       string                `json:"phone"`
	Text        *string               `json:"text" doc:"null for codes"`
	Status      loyalty.MessageStatus `json:"status"`
	CreatedAt   time.Time             `json:"createdAt"`
	SentAt      *time.Time            `json:"sentAt"`
	DeliveredAt *time.Time            `json:"deliveredAt"`
	ReadAt      *time.Time            `json:"readAt"`
}

func ownDataOf(data service.OwnData) OwnData {
	c := data.Customer
	own := OwnData{
		Name: c.Name, Phone: orNull(c.Phone), Email: orNull(c.Email), EmailUnproved: data.EmailUnverified, PhoneUnproved: data.SessionUnverified, Birthday: orNull(c.Birthday),
		Child: c.IsChild(), GuardianName: orNull(c.Guardian), Notes: orNull(c.Notes),
		Tag: orNull(c.Tag.Label()), BusinessName: data.Business.Name, TimeZone: data.Business.Zone.String(), CreatedAt: c.CreatedAt,
		Consents:    currentConsents(data.Consents),
		History:     make([]OwnConsent, len(data.Consents)),
		Visits:      make([]OwnVisit, len(data.Visits)),
		Claims:      make([]ImportClaim, len(data.Claims)),
		Adjustments: make([]OwnAdjustment, len(data.Adjustments)),
		Rewards:     make([]Reward, len(data.Rewards)),
		Messages:    make([]OwnMessage, len(data.Messages)),
		Texts:       make([]CustomerText, len(data.Texts)),

		ImportedVisitDay: orNull(c.ImportedVisitDay),

		UsualNote: orNull(data.Usual.Note), UsualPictures: picturesOf(data.Usual, ownPicturePath),

		SignedInBy:      signedInBy(data.SessionByEmail),
		PhoneVerifiedAt: instantOrNull(data.PhoneVerifiedAt),
		SignedInAt:      instantOrNull(data.SignedInAt),
	}
	if c.Family != nil {
		own.FamilyName = orNull(c.Family.Name)
	}
	for i, consent := range data.Consents {
		own.History[i] = ownConsentOf(consent)
	}
	for i, claim := range data.Claims {
		own.Claims[i] = ImportClaim(claim)
	}
	for i, visit := range data.Visits {
		own.Visits[i] = ownVisitOf(visit)
	}
	for i, adjustment := range data.Adjustments {
		own.Adjustments[i] = ownAdjustmentOf(adjustment)
	}
	for i, reward := range data.Rewards {
		own.Rewards[i] = ownRewardOf(reward)
	}
	for i, message := range data.Messages {
		own.Messages[i] = ownMessageOf(message)
	}
	for i, text := range data.Texts {
		own.Texts[i] = customerTextOf(text)
	}
	return own
}

func signedInBy(byEmail bool) string {
	if byEmail {
		return "email"
	}
	return "phone"
}

func ownMessageOf(m loyalty.Message) OwnMessage {
	return OwnMessage{
		Kind: m.Kind, Phone: m.Phone, Text: orNull(m.Text), Status: m.Status, CreatedAt: m.CreatedAt,
		SentAt: instantOrNull(m.SentAt), DeliveredAt: instantOrNull(m.DeliveredAt), ReadAt: instantOrNull(m.ReadAt),
	}
}

func currentConsents(history []loyalty.Consent) []OwnConsent {
	kinds := loyalty.ConsentKinds()
	consents := make([]OwnConsent, len(kinds))
	for i, kind := range kinds {
		consents[i].Kind = kind
		if consent, exists := loyalty.LatestConsent(history, kind); exists {
			consents[i] = ownConsentOf(consent)
		}
	}
	return consents
}

func ownConsentOf(c loyalty.Consent) OwnConsent {
	return OwnConsent{
		Kind: c.Kind, Granted: c.Granted, At: &c.At, GivenBy: orNull(c.GivenBy), Form: orNull(c.Form), TextVersion: orNull(c.TextVersion),
	}
}

type ownDataOutput struct{ Body OwnData }

type ownDataInput struct {
	Pictures bool `query:"pictures" doc:"Include the content of the pictures of the usual cut"`
}

func (c ownDataCalls) show(ctx context.Context, in *ownDataInput) (*ownDataOutput, error) {
	data, err := c.cases.SelfService.Data(ctx, portalUser(ctx))
	if err != nil {
		return nil, err
	}
	body := ownDataOf(data)
	for i := range body.UsualPictures {
		if !in.Pictures {
			break
		}
		picture := &body.UsualPictures[i]
		if picture.Picture, err = c.cases.SelfService.UsualPicture(ctx, portalUser(ctx), picture.ID); err != nil {
			return nil, err
		}
	}
	return &ownDataOutput{Body: body}, nil
}

type changeOwnInput struct {
	Body struct {
		Name     change `json:"name,omitempty"`
		Email    change `json:"email,omitempty"`
		Birthday change `json:"birthday,omitempty"`
		GuardianFields
	}
}

func (c ownDataCalls) change(ctx context.Context, in *changeOwnInput) (*ownDataOutput, error) {
	err := c.cases.SelfService.Change(ctx, portalUser(ctx), loyalty.CustomerChanges{
		Name: in.Body.Name.Change, Email: in.Body.Email.Change, Birthday: in.Body.Birthday.Change,
		Guardian: in.Body.guardian(),
	})
	if err != nil {
		return nil, err
	}
	return c.show(ctx, &ownDataInput{})
}

type setConsentInput struct {
	Body struct {
		Kind    string `json:"kind" maxLength:"20"`
		Granted bool   `json:"granted"`
	}
}

func (c ownDataCalls) setConsent(ctx context.Context, in *setConsentInput) (*ownDataOutput, error) {
	set := func() error {
		if kind := loyalty.ConsentKind(in.Body.Kind); kind != loyalty.ConsentUsual {
			return c.cases.SelfService.SetConsent(ctx, portalUser(ctx), kind, in.Body.Granted)
		}
		return c.cases.Usuals.SetOwn(ctx, portalUser(ctx), in.Body.Granted)
	}
	if err := set(); err != nil {
		return nil, err
	}
	return c.show(ctx, &ownDataInput{})
}

func (c ownDataCalls) askErasure(ctx context.Context, _ *noInput) (*okOutput, error) {
	if err := c.cases.SelfService.RequestErasure(ctx, portalUser(ctx)); err != nil {
		return nil, err
	}
	return ok(), nil
}

func (c ownDataCalls) file(ctx context.Context, _ *noInput) (*fileOutput, error) {
	data, err := c.cases.SelfService.Data(ctx, portalUser(ctx))
	if err != nil {
		return nil, err
	}
	return csvFile("mis-datos", ownTable(ownDataOf(data))), nil
}

// ownTable returns a customer's data as rows for Spanish spreadsheets. Times are local and text.
func ownTable(data OwnData) [][]string {
	zone, err := time.LoadLocation(data.TimeZone)
	if err != nil {
		zone = time.UTC
	}
	at := func(instant *time.Time) string {
		if instant == nil {
			return ""
		}
		return instant.In(zone).Format("02/01/2006 15:04")
	}
	rows := [][]string{
		{"tipo", "fecha", "dato", "valor"},
		{"cliente", at(&data.CreatedAt), "nombre", data.Name},
		{"cliente", at(data.PhoneVerifiedAt), "teléfono", orEmpty(data.Phone)},
		{"cliente", "", "correo", orEmpty(data.Email)},
		{"cliente", "", "fecha de nacimiento", spanishDay(orEmpty(data.Birthday))},
		{"cliente", "", "madre, padre o tutor", orEmpty(data.GuardianName)},
		{"cliente", "", "notas", orEmpty(data.Notes)},
		{"cliente", "", "bono", orEmpty(data.Tag)},
		{"cliente", "", "familia", orEmpty(data.FamilyName)},
		{"cliente", "", "última visita según un archivo", spanishDay(orEmpty(data.ImportedVisitDay))},
		{"cliente", at(data.SignedInAt), "última entrada en Mis puntos", ""},
	}
	for _, consent := range data.History {
		answer := "retirado"
		if consent.Granted {
			answer = "aceptado"
		}
		where := []string{answer, spanishWord(orEmpty(consent.Form)), textVersion(orEmpty(consent.TextVersion)), orEmpty(consent.GivenBy)}
		rows = append(rows, []string{"consentimiento", at(consent.At), spanishWord(string(consent.Kind)), joinParts(where)})
	}
	for _, claim := range data.Claims {
		rows = append(rows, []string{"archivo importado", at(&claim.At), claim.FileName, joinParts([]string{claim.Header, claim.Value})})
	}
	if data.UsualNote != nil {
		rows = append(rows, []string{"lo de siempre", "", "nota", *data.UsualNote})
	}
	for _, picture := range data.UsualPictures {
		rows = append(rows, []string{"lo de siempre", at(&picture.TakenAt), "foto", picture.ID + ", en «Mis puntos»"})
	}
	for _, visit := range data.Visits {
		rows = append(rows, []string{"visita", at(&visit.VisitedAt), "notas", orEmpty(visit.Notes)})
	}
	for _, adjustment := range data.Adjustments {
		stamps := fmt.Sprintf("%+d sellos", adjustment.Stamps)
		if adjustment.UndoneAt != nil {
			stamps += ", quitados después"
		}
		parts := []string{stamps, orEmpty(adjustment.Reason), orEmpty(adjustment.Note)}
		rows = append(rows, []string{"sellos", at(&adjustment.CreatedAt), spanishWord(string(adjustment.Kind)), joinParts(parts)})
	}
	for _, reward := range data.Rewards {
		rows = append(rows, []string{"recompensa", at(&reward.CreatedAt), spanishWord(string(reward.Status)), reward.Note})
	}
	for _, message := range data.Messages {
		columns := []string{message.Phone, spanishWord(string(message.Status)), orEmpty(message.Text)}
		rows = append(rows, []string{"mensaje", at(&message.CreatedAt), spanishWord(string(message.Kind)), joinParts(columns)})
	}
	for _, text := range data.Texts {
		rows = append(rows, []string{"mensaje recibido", at(&text.ReceivedAt), "WhatsApp", text.Text})
	}
	return rows
}

func joinParts(parts []string) string {
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), " · ")
}

func textVersion(version string) string {
	if version == "" {
		return ""
	}
	return "texto " + version
}

func spanishDay(day string) string {
	date, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	return date.Format("02/01/2006")
}
