print("zitare")
