package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"axioma/internal/config"
	"axioma/internal/demo"
	"axioma/internal/httpapi"
	"axioma/internal/logs"
	"axioma/internal/loyalty"
	"axioma/internal/openid"
	"axioma/internal/pushing"
	"axioma/internal/service"
	"axioma/internal/service/messaging"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
	"axioma/internal/webui"
	"axioma/internal/whatsapp"
)

const shutdownTimeout = 10 * time.Second

// gcPercent lets the heap triple between collections: 5 MB more, 5 to 10 % less CPU (decision 0036).
const gcPercent = 200

type serveCommand struct{ config.Server }

func (s serveCommand) Run(ctx context.Context, c console) (err error) {
	defer debug.SetGCPercent(debug.SetGCPercent(gcPercent))
	log, outages := s.outageLog(c.err)
	if err := s.refuseBackupSettings(); err != nil {
		return err
	}
	signingKeys, err := s.signingKeys(ctx)
	if err != nil {
		return err
	}
	if s.DatabaseURL == "" {
		lock, err := store.LockFolder(s.Data)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, lock.Close()) }()
	}
	st, err := s.openStore(ctx, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	st.WatchOutages(outages)
	if err := s.refuseMoved(ctx, st, log); err != nil {
		return err
	}
	tracer, endTraces, err := s.trace(ctx, log)
	if err != nil {
		return err
	}
	defer endTraces()
	ctx = tracer.NewContext(ctx)
	wallets, err := s.wallets(log)
	if err != nil {
		return err
	}
	operatorsFrom, err := s.Operators.Networks()
	if err != nil {
		return err
	}
	cases, err := service.New(st, service.Options{
		PublicURL: s.BaseURL(), WalletPasses: wallets.canMakePasses(), SessionLifetime: s.Session, Sender: s.sender(), MailEnabled: s.Mail.IsConfigured(),
		OperatorContact: strings.TrimSpace(s.OperatorContact), SecondFactorExempt: s.secondFactorExemption(), OperatorsFrom: operatorsFrom,
		MinPassword: int(s.MinPassword), SigningKeys: signingKeys, OpenID: s.openIDProvider(),
	})
	if err != nil {
		return err
	}
	if err := cases.SigningKeys.RequireKey(); err != nil {
		return err
	}
	if err := s.refuseKnownPasswords(ctx, cases); err != nil {
		return err
	}
	if s.Demo {
		if err := demo.Create(ctx, st, s.BaseURL(), time.Now()); err != nil {
			return err
		}
	}
	if err := s.refuseUnknownBusiness(ctx, cases); err != nil {
		return err
	}
	if err := warnWithoutOperators(ctx, cases, log); err != nil {
		return err
	}
	if err := s.prepareBackups(ctx, cases, log); err != nil {
		return err
	}
	if err := s.detectCopy(ctx, cases, log); err != nil {
		return err
	}
	limits, err := s.limits(cases, log)
	if err != nil {
		return err
	}
	if limits != nil {
		defer func() { err = errors.Join(err, limits.Close(context.WithoutCancel(ctx))) }()
	}
	worker := whatsapp.NewWorker(cases.Queue, s.provider(wallets.canMakePasses(), log), log, shutdownTimeout)
	passes, err := s.passes(wallets, cases, log)
	if err != nil {
		return err
	}
	pusher := pushing.NewWorker(cases.Pushes, s.passSenders(passes), log)
	mailer, err := s.mailer(cases, log)
	if err != nil {
		return err
	}
	metrics, err := s.measure(log, measuredParts{st, cases, worker, mailer, pusher, passes})
	if err != nil {
		return err
	}
	defer metrics.end()
	backups, releases := newBackups(s, cases, log), newReleases(s.ReleaseFeed)
	api := httpapi.New(cases, httpapi.Options{
		Backups: backups.forOperators(), SendTestMail: s.testMailSender(), Releases: releases.State,
		ObserveResponse: metrics.observeResponse, Log: log, Limits: limits, TrustProxy: s.TrustProxy, PublicURL: s.publicURL(), Ready: st.Ready,
		FixedBusiness: s.fixedBusiness(), MailFrom: s.Mail.From, Passes: passes,
		Webhook: httpapi.Webhook{AppSecret: s.WhatsApp.AppSecret, VerifyToken: s.WhatsApp.VerifyToken},
	})
	handler, err := newHandler(api, httpapi.HSTS{IncludeSubdomains: s.HTTPS.HSTSSubdomains})
	if err != nil {
		return err
	}
	defer raiseThreadLimit()()
	working, stopWork := context.WithCancel(store.AsBackground(context.WithoutCancel(ctx)))
	work := workers{log: log}
	work.Go(func() { worker.Run(working) })
	work.Go(func() { whatsapp.NewNoticeProcessor(cases.Inbox, log).Run(working) })
	if len(pusher.Vendors()) > 0 {
		work.Go(func() { cases.PassUpdater.Run(working, log) })
		work.Go(func() { pusher.Run(working) })
	}
	if mailer != nil {
		work.Go(func() { mailer.Run(working) })
	}
	work.Go(func() { cases.Maintenance.RunPeriodically(working, log) })
	work.Go(func() { cases.ClockRepairs.RunPeriodically(working, log) })
	work.Go(func() { backups.RunNightly(working) })
	work.Go(func() { s.markProgress(working, cases, log) })
	work.Go(func() { backups.RunRequested(working) })
	work.Go(func() { releases.Run(working, log) })
	work.Go(func() { cases.Counts.RunPeriodically(working, log) })
	work.Go(func() { cases.Chains.RunPeriodically(working, log) })
	work.Go(func() { cases.Businesses.FinishGrantsPeriodically(working, log) })
	work.Go(func() { cases.Restores.UndoPeriodically(working, log) })
	work.Go(func() { cases.Imports.RunPeriodically(working, log) })
	work.Go(func() { cases.Devices.WriteContactsPeriodically(working, log) })
	work.Go(func() { cases.Activity.WritePeriodically(working, log) })
	work.Go(func() { cases.StaffAddresses.WritePeriodically(working, log) })
	work.Go(func() { cases.Sessions.WriteUsesPeriodically(working, log) })
	work.Go(func() { cases.SigningKeys.RefreshPeriodically(working, log) })
	work.Go(func() { cases.RestoredMessages.CarryOutPeriodically(working, log) })
	work.Go(func() { s.watchToken(working, cases, log) })
	work.Go(func() { cases.Marketing.RunPeriodically(working, log) })
	work.Go(func() { cases.WeekMails.RunPeriodically(working, log) })
	work.Go(func() { runWatchdog(working, log, handler) })
	defer work.Wait()
	defer stopWork()
	server := newServer(handler, log)
	server.BaseContext = func(net.Listener) context.Context { return tracer.NewContext(context.Background()) }
	server.RegisterOnShutdown(api.EndStreams)
	server.RegisterOnShutdown(stopWork)
	return s.listen(ctx, c, log, server, api.StartDraining, st)
}

const (
	firstWait   = 500 * time.Millisecond
	longestWait = 15 * time.Second
)

// openStore retries while PostgreSQL is unreachable: after a power cut everything starts at once.
func (s serveCommand) openStore(ctx context.Context, log *slog.Logger) (*store.Store, error) {
	var outage logs.Episode
	for wait := firstWait; ; wait = min(2*wait, longestWait) {
		st, err := store.Open(ctx, storeToUpgrade(s.Database, s.Upgrade))
		if err != nil && (s.DatabaseURL == "" || !store.IsUnreachable(err)) {
			return nil, err
		}
		outage.Record(ctx, log, "connecting to the database, retrying", err)
		if err == nil {
			return st, nil
		}
		notifyManager(log, statusWaiting)
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("stopped while waiting for the database: %w", err)
		case <-time.After(wait):
		}
	}
}

// secondFactorExemption exempts the accounts of --demo, because their password is public.
func (s serveCommand) secondFactorExemption() func(email string) bool {
	if !s.Demo {
		return nil
	}
	emails := demo.AccountEmails()
	return func(email string) bool { return slices.Contains(emails, email) }
}

func (s serveCommand) refuseKnownPasswords(ctx context.Context, cases *service.Service) error {
	if s.Demo {
		return nil
	}
	open, err := cases.Operators.AccountsWithPassword(ctx, demo.AccountEmails(), demo.Password)
	if err != nil {
		return err
	}
	if len(open) > 0 {
		return fmt.Errorf("these demo accounts still have the public password: %s; "+
			"disable them with \"axioma demo disable\" on the same database, or start the server with --demo", joinEmails(open))
	}
	return nil
}

// refuseUnknownBusiness returns an error for a mistyped --fixed-business, before a customer finds it at /qr.
func (s serveCommand) refuseUnknownBusiness(ctx context.Context, cases *service.Service) error {
	if s.FixedBusiness == "" {
		return nil
	}
	_, err := cases.Businesses.Get(ctx, usecase.Actor{BusinessID: s.FixedBusiness})
	if errors.Is(err, loyalty.ErrBusinessNotFound) {
		return fmt.Errorf("--fixed-business: business %q does not exist; the control panel shows the ids", s.FixedBusiness)
	}
	return err
}

func warnWithoutOperators(ctx context.Context, cases *service.Service, log *slog.Logger) error {
	operators, err := cases.Operators.List(ctx)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(operators, func(user loyalty.User) bool { return user.DisabledAt.IsZero() }) {
		log.WarnContext(ctx, `no operator can sign in: create one with "axioma superadmin create --email ADDRESS" on the same database`)
	}
	return nil
}

// raiseThreadLimit sets GOMAXPROCS to twice the cores and one: otherwise low-priority reports occupy all of Go's threads,
// and other work waits 10 ms per step. Call it after code that sizes itself by the cores.
func raiseThreadLimit() (back func()) {
	cores := runtime.GOMAXPROCS(0)
	runtime.GOMAXPROCS(2*cores + 1)
	return func() { runtime.GOMAXPROCS(cores) }
}

func (s serveCommand) sender() messaging.Sender {
	return messaging.Sender{
		Provider: s.WhatsApp.Provider, Number: s.WhatsApp.Number, NumberID: s.WhatsApp.PhoneNumberID, ReceivesReplies: s.WhatsApp.AppSecret != "",
		SendsWeek: s.WhatsApp.WeekTemplate != "",
	}
}

func (s serveCommand) provider(wallets bool, log *slog.Logger) whatsapp.Provider {
	if s.WhatsApp.Provider != config.WhatsAppCloud {
		return whatsapp.Log{Log: log}
	}
	if !wallets {
		s.WhatsApp.QRWalletTemplate = ""
	}
	return whatsapp.NewCloud(s.account(), nil)
}

func (s serveCommand) account() whatsapp.Account {
	return whatsapp.Account{
		GraphURL:      strings.TrimRight(s.WhatsApp.GraphURL, "/"),
		GraphVersion:  s.WhatsApp.GraphVersion,
		Token:         s.WhatsApp.Token,
		AppID:         s.WhatsApp.AppID,
		AppSecret:     s.WhatsApp.AppSecret,
		PhoneNumberID: s.WhatsApp.PhoneNumberID,
		Language:      s.WhatsApp.Language,
		Templates:     s.WhatsApp.Templates(),
	}
}

func (s serveCommand) fixedBusiness() string {
	if s.FixedBusiness == "" && s.Demo {
		return demo.BusinessID
	}
	return s.FixedBusiness
}

func newServer(handler http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      60 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          logs.NewHTTPLogger(log),
	}
}

func (s serveCommand) limits(cases *service.Service, log *slog.Logger) (*httpapi.Limits, error) {
	if s.RateLimits == "off" {
		log.Warn("REQUEST LIMITS ARE OFF (AXIOMA_RATE_LIMITS=off): passwords can be guessed without limit. For load tests only.")
		return nil, nil
	}
	return httpapi.NewLimits(cases)
}

func newHandler(api *httpapi.API, hsts httpapi.HSTS) (http.Handler, error) {
	ui, err := webui.New()
	if err != nil {
		return nil, fmt.Errorf("reading the web app: %w", err)
	}
	mux := http.NewServeMux()
	mux.Handle("/api/", api)
	mux.Handle("/", api.Pages(ui))
	return httpapi.WithSecurityHeaders(mux, hsts, ui.StyleHash()), nil
}

func (s serveCommand) listen(ctx context.Context, c console, log *slog.Logger, server *http.Server, startDraining func(), st *store.Store) error {
	listener, err := listenAt(s.ListenAddress())
	if err != nil {
		return err
	}
	log.Info("listening", "address", listener.Addr().String(), "database", st.Engine())
	serving := make(chan error, 2)
	if len(s.HTTPS.Domains) > 0 {
		return s.serveHTTPS(ctx, c, log, httpsServer{server: server, listener: listener, startDraining: startDraining, serving: serving})
	}
	if err := s.printWelcome(c.out, "http://"+listener.Addr().String()); err != nil {
		return err
	}
	go func() { serving <- server.Serve(listener) }()
	return s.serveUntilStopped(ctx, log, server, startDraining, serving)
}

func (s serveCommand) printWelcome(out io.Writer, address string) error {
	if s.LogFormat == logs.JSON {
		logs.New(out, logs.JSON, slog.LevelInfo).Info("Axioma", "url", address)
		return nil
	}
	text := fmt.Sprintf("Axioma: %s\n", address)
	if s.Demo {
		text += demo.Instructions(address)
	}
	_, err := io.WriteString(out, text)
	return err
}

func (s serveCommand) log(w io.Writer) *slog.Logger { return logs.New(w, s.LogFormat, s.logLevel()) }

func (s serveCommand) outageLog(w io.Writer) (*slog.Logger, *logs.Outages) {
	return logs.NewWithOutages(w, s.LogFormat, s.logLevel())
}

func (s serveCommand) logLevel() slog.Level {
	var level slog.Level
	if err := level.UnmarshalText([]byte(s.LogLevel)); err != nil {
		return slog.LevelInfo
	}
	return level
}

// workers runs background work. A panic there is logged and ends the program.
type workers struct {
	sync.WaitGroup
	log *slog.Logger
}

func (c *workers) Go(work func()) {
	c.WaitGroup.Go(func() {
		defer logs.ExitOnPanic(c.log)
		work()
	})
}

func (s serveCommand) openIDProvider() *openid.Provider {
	if !s.OpenID.IsConfigured() {
		return nil
	}
	return openid.New(openid.Settings{
		Issuer: s.OpenID.Issuer, ClientID: s.OpenID.ClientID, ClientSecret: s.OpenID.ClientSecret, RedirectURL: s.OpenIDRedirectURL(),
	})
}

func storeToUpgrade(database config.Database, upgrading config.Upgrade) store.Location {
	at := storeAt(database)
	at.WithoutCopy = !upgrading.CopyBefore
	return at
}

func storeAt(database config.Database) store.Location {
	return store.Location{Folder: database.Data, URL: database.DatabaseURL, Connections: database.DatabaseConnections}
}
