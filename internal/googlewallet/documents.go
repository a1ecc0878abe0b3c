package googlewallet

import (
	"cmp"
	"fmt"
	"image/color"
	"slices"
	"strconv"

	"axioma/internal/loyalty"
	"axioma/internal/wallet"
)

// class is what Google keeps of a business. Nothing that must be shown is left out where it
// is empty or nought, in none of these documents: what a document does not name Google
// leaves as it was.
type class struct {
	ID           string    `json:"id"`
	IssuerName   string    `json:"issuerName"`
	ProgramName  string    `json:"programName"`
	Logo         picture   `json:"programLogo"`
	ReviewStatus string    `json:"reviewStatus"`
	Background   string    `json:"hexBackgroundColor"`
	Country      string    `json:"countryCode"`
	NameLabel    string    `json:"accountNameLabel"`
	Callback     callbacks `json:"callbackOptions"`
	Holders      string    `json:"multipleDevicesAndHoldersAllowedStatus"`
	Texts        []text    `json:"textModulesData"`
	Links        links     `json:"linksModuleData"`
}

type callbacks struct {
	URL string `json:"url"`
}

type picture struct {
	Source      source    `json:"sourceUri"`
	Description localized `json:"contentDescription"`
}

type source struct {
	URI string `json:"uri"`
}

type localized struct {
	Default translated `json:"defaultValue"`
}

type translated struct {
	Language string `json:"language"`
	Value    string `json:"value"`
}

// newPicture is a picture that Google fetches, and what it shows, for whoever does not see it.
func newPicture(address, shows string) picture {
	return picture{source{address}, localized{translated{"es", shows}}}
}

// object is a pass that holds.
type object struct {
	ID          string    `json:"id"`
	ClassID     string    `json:"classId"`
	State       string    `json:"state"`
	AccountName string    `json:"accountName"`
	Points      points    `json:"loyaltyPoints"`
	Further     points    `json:"secondaryLoyaltyPoints"`
	Barcode     barcode   `json:"barcode"`
	Strip       *picture  `json:"heroImage,omitempty"` // left out where Google cannot fetch it
	Texts       []text    `json:"textModulesData"`
	Links       links     `json:"linksModuleData"`
	Group       group     `json:"groupingInfo"`
	Messages    []message `json:"messages"`
}

// notifyingObject is a pass of whose change telephones tell.
type notifyingObject struct {
	object
	Notify string `json:"notifyPreference"`
}

// ended is a pass that holds no longer, and says nothing of anybody.
type ended struct {
	ID      string `json:"id"`
	ClassID string `json:"classId"`
	State   string `json:"state"`
	Texts   []text `json:"textModulesData"`
}

type points struct {
	Label   string  `json:"label"`
	Balance balance `json:"balance"`
}

type balance struct {
	String string `json:"string"`
}

type barcode struct {
	Type      string `json:"type"`
	Value     string `json:"value"`
	Alternate string `json:"alternateText"`
}

type text struct {
	ID     string `json:"id"`
	Header string `json:"header"`
	Body   string `json:"body"`
}

type links struct {
	URIs []uri `json:"uris"`
}

type uri struct {
	ID          string `json:"id"`
	URI         string `json:"uri"`
	Description string `json:"description"`
}

type group struct {
	ID string `json:"groupingId"`
}

type message struct {
	ID     string `json:"id"`
	Header string `json:"header"`
	Body   string `json:"body"`
	Type   string `json:"messageType"`
}

// Card is what a pass of Google's is made of: a customer's card as it stands, and where its
// pictures are.
type Card struct {
	Serial   string // of the pass, never another
	Business loyalty.Business
	loyalty.PassFace
	Group     string // the same for cards that lie together
	QR        string // what the counter reads
	Portal    string // address of her portal
	Strip     string // address of the picture of her stamps
	Mark      string // address of the logo of the business, or of our mark in its colour
	PlainMark string // where the mark of the business's colour is, in the place of a logo
}

// classID is what Google calls a business.
func (a Account) classID(businessID string) string { return a.Issuer + "." + businessID }

// objectID is what Google calls a pass.
func (a Account) objectID(serial string) string { return a.Issuer + "." + serial }

// class is what Google keeps of the business of a card. A class under review is shown
// already, and one that was changed has to be put under review again.
func (a Account) class(card Card, callback string) class {
	return class{
		ID: a.classID(card.Business.ID), IssuerName: card.Business.Name, ProgramName: "Tarjeta de visitas",
		Logo: newPicture(card.Mark, card.Business.Name), ReviewStatus: "UNDER_REVIEW",
		Background: hex(wallet.InksOf(card.Colour).Enamel), Country: cmp.Or(card.Business.Country, loyalty.DefaultCountry),
		NameLabel: "A nombre de", Callback: callbacks{callback}, Holders: "ONE_USER_ALL_DEVICES",
		Texts: premisesTexts(card.Business.Premises), Links: links{contactLinks(card.Business.Premises)},
	}
}

// premisesTexts is what stands behind all passes of a business, as far as it has said so.
func premisesTexts(p loyalty.Premises) []text {
	said := []text{{"hours", "Horario", wallet.HoursText(p.Hours)}, {"address", "Dónde estamos", p.Address}}
	return slices.DeleteFunc(said, func(t text) bool { return t.Body == "" })
}

// contactLinks are those to reach it.
func contactLinks(p loyalty.Premises) []uri {
	ways := []uri{}
	if p.Phone != "" {
		ways = append(ways, uri{"phone", "tel:" + p.Phone, "Llamar"})
	}
	if p.BookingURL != "" {
		ways = append(ways, uri{"booking", p.BookingURL, "Reservar cita"})
	}
	return ways
}

func hex(ink color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", ink.R, ink.G, ink.B) }

// object is the pass of a card that holds.
func (a Account) object(card Card) object {
	p, words := card.Progress, wallet.TextsOf(card.Progress)
	strip := newPicture(card.Strip, words.News)
	stands := fmt.Sprintf("%d/%d", wallet.FilledPlaces(p), p.Terms.Target)
	return object{
		ID: a.objectID(card.Serial), ClassID: a.classID(card.Business.ID), State: "ACTIVE", AccountName: card.FirstName,
		Points: points{"Visitas", balance{stands}}, Further: secondaryPoints(p),
		Barcode: barcode{"QR_CODE", card.QR, "Enséñalo en el mostrador"},
		Strip:   &strip, Texts: texts(card, words),
		Links:    links{[]uri{{"portal", card.Portal, "Tus visitas"}}},
		Group:    group{card.Group},
		Messages: []message{}, // what was said of another state of the card no longer holds
	}
}

// secondaryPoints is what stands beside the stamps: what waits, or else how many visits are missing.
// Google shows nine signs of its label, and seven of it.
func secondaryPoints(p loyalty.Progress) points {
	switch waiting := p.OwedKinds(); len(waiting) {
	case 0:
		return points{"Faltan", balance{strconv.FormatInt(missing(p), 10)}}
	case 1:
		return points{"Te espera", balance{shortName(waiting[0])}}
	}
	return points{"Te espera", balance{"Varias"}}
}

// missing is how many visits are missing until the next reward; of a full card none.
func missing(p loyalty.Progress) int64 {
	if wallet.FilledPlaces(p) == p.Terms.Target {
		return 0
	}
	if toHalf, has := p.ToHalf(); has && toHalf > 0 {
		return toHalf
	}
	return p.ToFree()
}

// shortName names a kind of reward in seven signs at most.
func shortName(kind loyalty.RewardKind) string {
	switch kind {
	case loyalty.RewardFree:
		return "Gratis"
	case loyalty.RewardHalf:
		return "50 %"
	}
	return "Regalo"
}

// texts stand behind the pass.
func texts(card Card, words wallet.Texts) []text {
	behind := []text{{"news", "Así va tu tarjeta", words.News}}
	switch {
	case card.Progress.FamilyName != "":
		behind = append(behind, text{"family", "Familia", card.Progress.FamilyName})
	case card.Progress.Terms.VIP:
		behind = append(behind, text{"vip", "Tarjeta", "VIP"})
	}
	return append(behind, text{"terms", "Qué paga", words.Terms}, text{"leave", "Tus datos", wallet.PrivacyText}, text{"maker", "Axioma", "Hecho con Axioma"})
}

// ended is the pass of a card that holds no longer.
func (a Account) ended(card Card) ended {
	return ended{
		ID: a.objectID(card.Serial), ClassID: a.classID(card.Business.ID), State: "EXPIRED",
		Texts: []text{{"void", "Tarjeta", "Ya no es válida"}},
	}
}

// reward is the message that a reward waits, of which telephones tell louder than of a stamp.
func (a Account) reward(card Card) message {
	p, words := card.Progress, wallet.TextsOf(card.Progress)
	return message{
		ID: "reward" + strconv.FormatInt(p.Card.Stamps, 10), Header: "Te espera: " + words.Owed,
		Body: words.News, Type: "TEXT_AND_NOTIFY",
	}
}
