module croupier

go 1.19
