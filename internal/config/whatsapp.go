package config

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
)

// Providers.
const (
	WhatsAppLog   = "log"   // not sent, only shown in the control panel
	WhatsAppCloud = "cloud" // Meta's WhatsApp Business Cloud API
)

// WhatsApp configures messages. The provider log needs only Provider.
type WhatsApp struct {
	Provider         string `name:"whatsapp" help:"How messages are sent: log sends none (operators read them at /cpanel/mensajes), cloud uses the WhatsApp Business Cloud API." default:"log" enum:"log,cloud" env:"AXIOMA_WHATSAPP"`
	Token            string `name:"whatsapp-token" secret:"" help:"Access token of the WhatsApp Business account." env:"AXIOMA_WHATSAPP_TOKEN" placeholder:"TOKEN"`
	PhoneNumberID    string `name:"whatsapp-phone-number-id" help:"Meta's id of the platform's number, which sends for businesses without their own." env:"AXIOMA_WHATSAPP_PHONE_NUMBER_ID" placeholder:"ID"`
	Number           string `name:"whatsapp-number" help:"The platform's number, such as +34600111222, to which customers write." env:"AXIOMA_WHATSAPP_NUMBER" placeholder:"PHONE"`
	AppID            string `name:"whatsapp-app-id" help:"Id of the app in Meta's app panel. With it and the app secret the server warns before the token expires." env:"AXIOMA_WHATSAPP_APP_ID" placeholder:"ID"`
	AppSecret        string `name:"whatsapp-app-secret" secret:"" help:"App secret, with which the provider signs its webhook calls." env:"AXIOMA_WHATSAPP_APP_SECRET" placeholder:"SECRET"`
	VerifyToken      string `name:"whatsapp-verify-token" secret:"" help:"A word of your choice, which the provider sends to verify the webhook." env:"AXIOMA_WHATSAPP_VERIFY_TOKEN" placeholder:"WORD"`
	GraphURL         string `name:"whatsapp-graph-url" help:"URL of the provider's API." default:"https://graph.facebook.com" env:"AXIOMA_WHATSAPP_GRAPH_URL" placeholder:"URL"`
	GraphVersion     string `name:"whatsapp-graph-version" help:"Version of the provider's API." default:"v23.0" env:"AXIOMA_WHATSAPP_GRAPH_VERSION" placeholder:"VERSION"`
	CodeTemplate     string `name:"whatsapp-code-template" help:"Name of the approved authentication template." env:"AXIOMA_WHATSAPP_CODE_TEMPLATE" placeholder:"NAME"`
	QRTemplate       string `name:"whatsapp-qr-template" help:"Name of the approved utility template with the QR." env:"AXIOMA_WHATSAPP_QR_TEMPLATE" placeholder:"NAME"`
	QRWalletTemplate string `name:"whatsapp-qr-wallet-template" help:"Name of the approved utility template with the QR and a wallet button. It replaces the QR template while passes are issued. Empty: none." env:"AXIOMA_WHATSAPP_QR_WALLET_TEMPLATE" placeholder:"NAME"`
	BirthdayTemplate string `name:"whatsapp-birthday-template" help:"Name of the approved marketing template for birthdays." env:"AXIOMA_WHATSAPP_BIRTHDAY_TEMPLATE" placeholder:"NAME"`
	OneMoreTemplate  string `name:"whatsapp-one-more-template" help:"Name of the approved marketing template for customers who are one visit short of a reward." env:"AXIOMA_WHATSAPP_ONE_MORE_TEMPLATE" placeholder:"NAME"`
	WeekTemplate     string `name:"whatsapp-week-template" help:"Name of the approved utility template for the owner's weekly summary. Empty: it is not sent by WhatsApp." env:"AXIOMA_WHATSAPP_WEEK_TEMPLATE" placeholder:"NAME"`
	Language         string `name:"whatsapp-language" help:"Language of the approved templates." default:"es" env:"AXIOMA_WHATSAPP_LANGUAGE" placeholder:"CODE"`
}

// Validate refuses an incomplete or invalid configuration.
func (w WhatsApp) Validate() error {
	if digits, ok := strings.CutPrefix(w.Number, "+"); w.Number != "" && (!ok || digits == "" || strings.Trim(digits, "0123456789") != "") {
		return fmt.Errorf("--whatsapp-number %q is not a number such as +34600111222", w.Number)
	}
	if w.Provider != WhatsAppCloud {
		return nil
	}
	missing := w.missingFlags()
	if len(missing) > 0 {
		return fmt.Errorf("--whatsapp cloud needs %s", strings.Join(missing, ", "))
	}
	address, err := url.Parse(w.GraphURL)
	if err != nil || address.Host == "" || (address.Scheme != "http" && address.Scheme != "https") {
		return errors.New("--whatsapp-graph-url is not an http or https URL")
	}
	return nil
}

// Templates returns the templates' names by use, as in --whatsapp-<use>-template.
func (w WhatsApp) Templates() map[string]string {
	names := map[string]string{}
	for _, template := range w.templates() {
		names[template.use] = template.name
	}
	return names
}

type namedTemplate struct {
	use, name string
	optional  bool
}

func (w WhatsApp) templates() []namedTemplate {
	return []namedTemplate{
		{use: "code", name: w.CodeTemplate}, {use: "qr", name: w.QRTemplate}, {use: "qr-wallet", name: w.QRWalletTemplate, optional: true},
		{use: "birthday", name: w.BirthdayTemplate}, {use: "one-more", name: w.OneMoreTemplate}, {use: "week", name: w.WeekTemplate, optional: true},
	}
}

func (w WhatsApp) missingFlags() []string {
	type setting struct{ flag, value string }
	requiredSettings := []setting{
		{"--whatsapp-token", w.Token},
		{"--whatsapp-phone-number-id", w.PhoneNumberID},
		{"--whatsapp-number", w.Number},
		{"--whatsapp-app-secret", w.AppSecret},
		{"--whatsapp-verify-token", w.VerifyToken},
		{"--whatsapp-graph-url", w.GraphURL},
		{"--whatsapp-graph-version", w.GraphVersion},
	}
	for _, template := range w.templates() {
		if !template.optional {
			requiredSettings = append(requiredSettings, setting{"--whatsapp-" + template.use + "-template", template.name})
		}
	}
	var missing []string
	for _, setting := range append(requiredSettings, setting{"--whatsapp-language", w.Language}) {
		if setting.value == "" {
			missing = append(missing, setting.flag)
		}
	}
	return missing
}
