package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"time"

	"axioma/internal/badge"
	"axioma/internal/config"
	"axioma/internal/doctor"
	"axioma/internal/googlewallet"
	"axioma/internal/httpapi"
	"axioma/internal/loyalty"
	"axioma/internal/pushing"
	"axioma/internal/service"
	"axioma/internal/wallet"
)

type walletCommand struct {
	Doctor walletDoctorCommand `cmd:"" help:"Check the settings of Apple Wallet and Google Wallet, and make a trial pass. Use the flags and environment variables of the server."`
}

type walletDoctorCommand struct {
	config.Server
	To string `help:"File for the trial pass, such as trial.pkpass. Open it on an iPhone to see whether Apple accepts it." placeholder:"FILE"`
}

func (w walletDoctorCommand) Run(c console) error {
	findings, pass := doctor.ExamineWallet(w.Server, time.Now())
	findings = append(findings, doctor.ExamineGoogle(context.Background(), w.Server, http.DefaultTransport))
	findings = append(findings, doctor.ExamineWalletOffer(w.Server)...)
	if err := printFindings(c, findings); err != nil {
		return err
	}
	if pass != nil && w.To != "" {
		if err := os.WriteFile(w.To, pass, 0o600); err != nil {
			return fmt.Errorf("writing the pass: %w", err)
		}
	}
	if countStates(findings)[doctor.Fault] > 0 {
		return fmt.Errorf("some checks failed: %w", errPrinted)
	}
	return nil
}

type wallets struct {
	apple    httpapi.Passes
	google   *googlewallet.Account // nil: see noGoogle
	noGoogle httpapi.NoPassReason
}

func (w wallets) canMakePasses() bool { return w.apple.Maker != nil || w.google != nil }

// wallets returns the wallet vendors with usable settings. The server starts without the passes of the others, and log,
// control panel and doctor say why.
func (s serveCommand) wallets(log *slog.Logger) (wallets, error) {
	apple, err := s.applePasses(log)
	google, lack := s.googleAccount(log)
	return wallets{apple: apple, google: google, noGoogle: lack}, err
}

func (s serveCommand) passes(set wallets, cases *service.Service, log *slog.Logger) (httpapi.Passes, error) {
	passes := set.apple
	passes.Badges = s.badges(log)
	passes.Google.Reason = set.noGoogle
	if set.google == nil {
		return passes, nil
	}
	issuer, err := googlewallet.NewIssuer(*set.google, googlewallet.Options{
		Cases: cases.GooglePasses, PublicURL: s.BaseURL(), Path: httpapi.GooglePassService, Portal: httpapi.PortalPath, Log: log,
	})
	passes.Google.Issuer = issuer
	return passes, err
}

func (s serveCommand) applePasses(log *slog.Logger) (httpapi.Passes, error) {
	if s.Wallet.AppleCertificate == "" {
		return httpapi.Passes{Reason: httpapi.PassesNotSetUp}, nil
	}
	if !s.HasHTTPS() {
		log.Warn("no Apple Wallet passes are made: the public URL must be https", "address", s.BaseURL())
		return httpapi.Passes{Reason: httpapi.PassesNoHTTPS}, nil
	}
	identity, err := wallet.ReadIdentity(doctor.AppleFiles(s.Server), time.Now())
	if err != nil {
		log.Warn("no Apple Wallet passes are made: run axioma wallet doctor", "error", err)
		return httpapi.Passes{Reason: httpapi.PassesUnusable, ExpiredAt: expiredAt(err)}, nil
	}
	maker, err := wallet.NewMaker(identity, s.BaseURL()+httpapi.PassService)
	return httpapi.Passes{Maker: maker}, err
}

func expiredAt(refusal error) time.Time {
	if expiry := (*wallet.CertificateExpired)(nil); errors.As(refusal, &expiry) {
		return expiry.At
	}
	return time.Time{}
}

func (s serveCommand) googleAccount(log *slog.Logger) (*googlewallet.Account, httpapi.NoPassReason) {
	if s.Wallet.GoogleIssuer == "" {
		return nil, httpapi.PassesNotSetUp
	}
	if !s.HasHTTPS() {
		log.Warn("no Google Wallet passes are made: the public URL must be https", "address", s.BaseURL())
		return nil, httpapi.PassesNoHTTPS
	}
	account, err := googlewallet.ReadAccount(s.Wallet.GoogleIssuer, s.Wallet.GoogleKey)
	if err != nil {
		log.Warn("no Google Wallet passes are made: run axioma wallet doctor", "error", err)
		return nil, httpapi.PassesUnusable
	}
	return &account, ""
}

func (s serveCommand) badges(log *slog.Logger) httpapi.Badges {
	return httpapi.Badges{Apple: readBadge(s.Wallet.AppleBadge, log), Google: readBadge(s.Wallet.GoogleBadge, log)}
}

func readBadge(path string, log *slog.Logger) *badge.Badge {
	if path == "" {
		return nil
	}
	read, err := badge.Read(path)
	if err != nil {
		log.Warn("a wallet button shows text instead of artwork: run axioma wallet doctor", "error", err)
	}
	return read
}

func (s serveCommand) passSenders(passes httpapi.Passes) pushing.Senders {
	senders := pushing.Senders{}
	if passes.Maker != nil {
		identity := passes.Maker.Identity()
		senders[loyalty.AppleWallet] = pushing.NewAppleSender(pushing.AppleAccount{
			Address: strings.TrimRight(s.Wallet.ApplePushURL, "/"), PassType: identity.PassType(), Certificate: identity.TLS(),
		})
	}
	if passes.Google.Issuer != nil {
		senders[loyalty.GoogleWallet] = passes.Google.Issuer
	}
	return senders
}
