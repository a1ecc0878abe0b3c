package main

import (
	"fmt"
	"os"
	"time"

	"axioma/internal/config"
	"axioma/internal/doctor"
)

type walletCommand struct {
	Doctor walletDoctorCommand `cmd:"" help:"Say what is missing for passes of Apple Wallet, in order, and make one to try. Give it the settings of the server."`
}

type walletDoctorCommand struct {
	config.Server
	To string `help:"File to write the pass to, as trial.pkpass: sent to a telephone, it shows whether Apple believes it." placeholder:"FILE"`
}

// Run prints what is missing, and fails where passes cannot be made or asked for.
func (w walletDoctorCommand) Run(c console) error {
	findings, pass := doctor.ExamineWallet(w.Server, time.Now())
	if err := findingsShown(c, findings); err != nil {
		return err
	}
	if pass != nil && w.To != "" {
		if err := os.WriteFile(w.To, pass, 0o600); err != nil {
			return fmt.Errorf("writing the pass: %w", err)
		}
	}
	if counted(findings)[doctor.Fault] > 0 {
		return fmt.Errorf("not all is well: %w", errPrinted)
	}
	return nil
}
